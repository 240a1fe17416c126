/** Sounds made from noise and tones; none before the first gesture. */

import { settings } from '../settings.js';

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let grit = null;

/** Browsers let a page make sounds only after a gesture. */
function wake() {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}
for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, wake, { passive: true });

function ready() {
  return settings.sound && context?.state === 'running' ? context : null;
}

/** @param {AudioContext} audio */
function noise(audio) {
  if (!grit) {
    grit = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    grit.getChannelData(0).forEach((_, i, data) => (data[i] = Math.random() * 2 - 1));
  }
  const source = audio.createBufferSource();
  source.buffer = grit;
  return source;
}

/** @param {AudioContext} audio @param {number} at @param {number} volume @param {number} fade */
function fader(audio, at, volume, fade) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + fade);
  gain.connect(audio.destination);
  return gain;
}

/** Wood on wood. @param {number} delay in seconds @param {number} pitch @param {number} volume */
function knock(delay, pitch, volume) {
  const audio = ready();
  if (!audio) return;
  const at = audio.currentTime + delay;
  const source = noise(audio);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 6;
  source.connect(filter).connect(fader(audio, at, volume, 0.07));
  source.start(at, Math.random() * 0.3, 0.09);
}

/** @param {number} delay @param {number} pitch @param {number} volume @param {number} fade @param {number} [to] */
function tone(delay, pitch, volume, fade, to = pitch) {
  const audio = ready();
  if (!audio) return;
  const at = audio.currentTime + delay;
  const wave = audio.createOscillator();
  wave.type = 'sine';
  wave.frequency.setValueAtTime(pitch, at);
  wave.frequency.exponentialRampToValueAtTime(to, at + fade);
  wave.connect(fader(audio, at, volume, fade));
  wave.start(at);
  wave.stop(at + fade);
}

export const sound = {
  /** Dice rattle and come to rest. @param {number} count */
  toss(count) {
    for (let i = 0; i < 4 + count; i += 1)
      knock(i * 0.07 + Math.random() * 0.04, 1500 + Math.random() * 1300, 0.5 - i * 0.04);
  },
  /** @param {number} hops @param {number} each in ms */
  steps(hops, each) {
    for (let i = 1; i <= hops; i += 1)
      knock((i * each) / 1000, i === hops ? 520 : 760 + 30 * (i % 3), i === hops ? 1.1 : 0.6);
  },
  capture() {
    tone(0, 240, 0.25, 0.4, 70);
    knock(0, 330, 1.3);
  },
  home() {
    [659, 880].forEach((pitch, i) => tone(i * 0.13, pitch, 0.13, 0.7));
  },
  turn() {
    [523, 784].forEach((pitch, i) => tone(i * 0.09, pitch, 0.06, 0.5));
  },
  win() {
    [523, 659, 784, 1047].forEach((pitch, i) => tone(i * 0.15, pitch, 0.13, 1.1));
  },
};
