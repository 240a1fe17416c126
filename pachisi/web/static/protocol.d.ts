/** The messages between page and server; see docs/protocol.md. */
import type { Dice } from './board/dice.js';
import type { Colour, Words } from './board/marks.js';

export type Value = boolean | number | string;
export type Sent = [colour: number, step: number];
export type Spot = [x: number, y: number];

export interface Board {
  size: number;
  ring: Spot[];
  lanes: Spot[][];
  reserves: Spot[][];
  houses: Spot[] | null;
  safe: number[];
  starts: number[];
  mouths: number[];
  first: number;
  lap: number;
  last: number;
  centre: boolean;
  tracks: (Spot | null)[][];
  numbers: number[];
}

export interface Drawing {
  view: string;
  cell: number;
  board: string;
  pieces: string[];
  points: { [spot: string]: [x: number, y: number, size: number] };
  beside: [dx: number, dy: number, scale: number][][][];
  opening: (number[] | null)[];
  back: number;
}

export interface Move {
  index: number;
  kind: 'move' | 'enter' | 'pass' | 'stop';
  colour: number;
  start: number;
  target: number;
  uses: number[];
  count: number;
  partner: number;
  captures: Sent[];
  penalty: Sent[];
  path: Spot[];
  home: boolean;
  words: string;
}

export interface State {
  seq: number;
  node: 'throw' | 'move' | 'offer' | 'over';
  seat: number;
  colour: number;
  turn: number;
  throws: number;
  faces: number[];
  left: number[];
  bonus: number[];
  tries: number;
  opening: boolean;
  pieces: (number[] | null)[];
  moves: Move[];
  back: number | null;
}

export interface Seat {
  seat: number;
  colours: number[];
  kind: 'person' | 'bot' | 'open';
  name: string;
  bot: string | null;
  stand_in: string | null;
  left: boolean;
  host: boolean;
}

export type Phase = 'lobby' | 'play' | 'over' | 'closed';

export interface Table {
  id: string;
  book: string;
  name: string;
  players: number;
  pieces: number;
  first: number | string;
  options: { [name: string]: Value };
  house_rules: [string, string][];
  take_back: boolean;
  hints: boolean;
  clock: number;
  phase: Phase;
  commitment: string;
  secret: string | null;
  colours: { name: string; hex: string }[];
  dice: Dice;
  teams: number[][] | null;
  board: Board;
  seats: Seat[];
  created: string;
  rematch_of: string | null;
  rematch: string | null;
  may_play_on: boolean;
}

export interface Chain {
  seat: number;
  commitment: string;
  since: number;
}

export interface Line {
  seq: number;
  seat: number;
  ev: string;
  words: string;
}

export interface Happening {
  what: 'lost' | 'bonus_lost' | 'streak' | 'turn_over' | 'again' | 'finished' | 'opening_tie' | 'opened';
  words: string;
}

export interface Answer {
  uses: number[];
  legal: boolean;
  clause: string;
  text: string;
}

export interface Advised {
  index: number;
  chance: number;
}

export interface Absence {
  seat: number;
  wait: number;
}

export type Welcome = {
  ev: 'welcome';
  v: number;
  seq: number;
  resumed: boolean;
  you: number[];
  owner: boolean;
  invite: string | null;
  code: string | null;
};
export type Snapshot = { ev: 'snapshot'; seq: number; table: Table; state: State | null; story: Line[]; chains: Chain[]; due: number };
export type Seated = { ev: 'seated'; seq: number; what: string; seat: number; seats: Seat[]; words: string };
export type Started = { ev: 'started'; seq: number; seats: Seat[]; state: State; words: string };
export type Thrown = {
  ev: 'thrown';
  seq: number;
  seat: number;
  colour: number;
  faces: number[];
  n: number;
  nonce: string | null;
  links: [number, string][];
  silent: number[];
  kept: boolean;
  happened: Happening[];
  back: Sent[];
  state: State;
  words: string;
};
export type Moved = {
  ev: 'moved';
  seq: number;
  seat: number;
  move: Move;
  happened: Happening[];
  back: Sent[];
  state: State;
  words: string;
};
export type TakenBack = { ev: 'taken_back'; seq: number; seat: number; state: State; words: string };
export type Ended = {
  ev: 'ended';
  seq: number;
  winner: number[];
  places: number[][];
  secret: string;
  words: string;
};
export type Chained = { ev: 'chained'; seq: number; seat: number; commitment: string; since: number; words: string };
export type Rematched = { ev: 'rematched'; seq: number; table: string; words: string };
export type Closed = { ev: 'closed'; seq: number; secret: string; words: string };
export type Logged = Seated | Started | Chained | Thrown | Moved | TakenBack | Ended | Rematched | Closed;

export type Presence = { ev: 'presence'; here: number[]; away: Absence[]; watchers: number };
export type Call = { ev: 'call'; n: number; seats: number[] };
export type Said = { ev: 'said'; seat: number; phrase: string };
export type You = { ev: 'you'; you: number[]; owner: boolean };
export type Ack = { ev: 'ack'; id: string; seq: number };
export type No = { ev: 'no'; id: string | null; code: string; why: string };
export type Why = { ev: 'why'; id: string; colour: number; step: number; answers: Answer[] };
export type Hint = { ev: 'hint'; id: string; at: number; advice: Advised[]; why: string };
export type Pong = { ev: 'pong'; id: string };
export type Bye = { ev: 'bye'; why: string; again: boolean };
export type Message = Welcome | Snapshot | Logged | Presence | Call | Said | You | Ack | No | Why | Hint | Pong | Bye;
export type Command = { do: string; [field: string]: unknown };

export interface Option {
  name: string;
  label: Words;
  default: Value;
  values: { value: Value; label: Words; only_with: { [name: string]: Value[] }; only_for: number[] }[];
  players: number[];
  needs: { [name: string]: Value[] };
  on_for: number[];
}

export interface Preset {
  name: string;
  label: Words;
  options: { [name: string]: Value };
}

export interface Book {
  id: string;
  name: Words;
  source: Words;
  language: string;
  terms: { [term: string]: Words };
  players: number[];
  pieces: number;
  colours: Colour[];
  first: number | string;
  dice: Dice;
  board: Board;
  options: Option[];
  presets: Preset[];
}

export interface Fault {
  text: string;
  line: number | null;
}

export interface DraftReply {
  faults: Fault[];
  book: Book | null;
  drawing: Drawing | null;
  sheet: Sheet | null;
  unworded: string[];
}

export interface OpenTable {
  id: string;
  book: string;
  name: string;
  phase: Phase;
  people: number;
  bots: number;
  free: number;
  invite: string | null;
  created: string;
}

export interface Lesson {
  table: Table;
  events: Logged[];
  says: { [seq: string]: string };
  touch: { [seq: string]: string };
  reasons: { id: string; colour: number; step: number; answers: Answer[] }[];
}

export interface Bot {
  id: string;
  name: Words;
  about: Words;
}

export interface Shelf {
  protocol: number;
  version: string;
  languages: string[];
  books: Book[];
  bots: Bot[];
}

export interface Setup {
  book: string;
  players: number;
  options: { [name: string]: Value };
  pieces: number;
  first: number | string;
  text?: string;
}

export interface Chair {
  seat: number;
  who: 'here' | 'open' | 'bot';
  name?: string;
  bot?: string;
}

export interface Invitation {
  why: string | null;
}

export interface Checked {
  ok: boolean;
  why: string | null;
  detail: string | null;
  notes: string[];
  seats: Seat[];
  teams: number[][] | null;
  board: Board | null;
  dice: Dice | null;
  causes: string[];
  preparing: boolean;
}

export interface ClauseView {
  id: string;
  text: string;
  printed: string | null;
}

export interface Explanation {
  option: string;
  value: Value;
  clauses: ClauseView[];
}

export interface Sheet {
  title: string;
  source: string;
  language: string;
  players: number;
  house_rules: [string, string][];
  chapters: { title: string; clauses: ClauseView[] }[];
  story: string[];
}

export interface Row {
  id: string;
  book: string;
  name: string;
  phase: Phase;
  seats: Seat[];
  you: number[];
  on_turn: number | null;
  created: string;
  winner: number[];
}

export interface Lobby {
  id: string;
  invite: string;
  book: string;
  name: string;
  seats: Seat[];
}

export interface SeatSummary {
  seat: number;
  place: number | null;
  throws: number;
  dice: number;
  faces: { face: number; count: number; expected: number }[];
  captures: number;
  lost: number;
}

export interface Summary {
  id: string;
  outcome: number[][] | null;
  turns: number;
  throws: number;
  seats: SeatSummary[];
  race: number[][];
}

export interface Replay {
  table: Table;
  events: Logged[];
  you: number[];
}

export interface Weighed {
  index: number;
  chance: number;
}

export type Queued = { part: 'queue'; place: number };
export type Outset = { part: 'game'; level: string; acts: number; seq: number; sides: number[][]; learned: boolean };
export type JudgedAct = {
  part: 'act';
  n: number;
  seq: number;
  side: number;
  after: number[];
  luck: number;
  loss: number;
  size: '' | 'inaccuracy' | 'mistake' | 'blunder';
  choices: Weighed[];
};

export interface SideAccount {
  seats: number[];
  start: number;
  dice: number;
  gifts: number;
  skill: number;
  correction: number;
  result: number;
  decisions: number;
  best: number;
  forced: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

export type Accounts = {
  part: 'accounts';
  start: number[];
  accounts: SideAccount[];
  turning_points: number[];
  worst: number[];
};
export type Reason = { part: 'why'; n: number; words: string };
export type Trouble = { part: 'trouble'; error: string };
export type ReviewPart = Queued | Outset | JudgedAct | Accounts | Reason | Trouble;

export interface TriedLine {
  at: number;
  line: (number | number[])[];
}

export interface WeighedThrow {
  faces: number[];
  share: number;
  chance: number;
}

export interface Analysis {
  state: State;
  chances: number[];
  choices: Weighed[];
  throws: WeighedThrow[];
  why: string;
}

export interface SolverView {
  rating: number;
  tried: number;
  solved: number;
}

export interface PuzzleKind {
  book: string;
  players: number;
  count: number;
}

export interface PuzzleList {
  kinds: PuzzleKind[];
  solver: SolverView;
}

export interface PuzzleView {
  id: string;
  book: string;
  name: string;
  players: number;
  pieces: number;
  options: { [name: string]: Value };
  colours: { name: string; hex: string }[];
  dice: Dice;
  teams: number[][] | null;
  board: Board;
  state: State;
  missed: number;
  rated: boolean;
  solver: SolverView;
}

export interface PuzzleAnswer {
  book: string;
  players: number;
  id: string;
  posed: string;
  index: number;
}

export interface PuzzleSolution {
  right: boolean;
  best: number;
  choices: Weighed[];
  why: string;
  margin: number;
  change: number;
  solver: SolverView;
}
