"""What only the table in the browser says, in each language."""

from __future__ import annotations

from collections.abc import Mapping

from ...rulebook import Words

WORDS: Mapping[str, Words] = {
    "move": {"en": "{name}: {what}", "de": "{name}: {what}", "fr": "{name} : {what}"},
    "sat": {"en": "{name} plays {seat}.", "de": "{name} spielt {seat}.", "fr": "{name} joue {seat}."},
    "arranged": {
        "en": "The seat of {seat} has been given anew.",
        "de": "Der Platz {seat} ist neu vergeben.",
        "fr": "La place {seat} a changé.",
    },
    "named": {
        "en": "{seat} is now called {name}.",
        "de": "{seat} heißt jetzt {name}.",
        "fr": "{seat} s’appelle maintenant {name}.",
    },
    "left": {
        "en": "{seat} has left the table.",
        "de": "{seat} hat den Tisch verlassen.",
        "fr": "{seat} a quitté la table.",
    },
    "stood_in": {
        "en": "{seat} is now played by a bot: {bot}.",
        "de": "{seat} wird jetzt von einem Bot gespielt: {bot}.",
        "fr": "{seat} est maintenant joué par un robot : {bot}.",
    },
    "came_back": {"en": "{seat} is back.", "de": "{seat} ist wieder da.", "fr": "{seat} est de retour."},
    "took_back": {
        "en": "{seat} has taken a move back.",
        "de": "{seat} hat einen Zug zurückgenommen.",
        "fr": "{seat} a repris un coup.",
    },
    "began": {"en": "The game begins.", "de": "Das Spiel beginnt.", "fr": "La partie commence."},
    "rematched": {
        "en": "A rematch is ready.",
        "de": "Die Revanche ist bereit.",
        "fr": "La revanche est prête.",
    },
    "closed": {
        "en": "The table has been closed.",
        "de": "Der Tisch ist geschlossen worden.",
        "fr": "La table a été fermée.",
    },
}

ABOUT: Mapping[str, Words] = {
    "random": {
        "en": "Moves as it comes: good company for a first game.",
        "de": "Zieht, wie es kommt: gut für das erste Spiel.",
        "fr": "Joue au hasard : idéal pour une première partie.",
    },
    "greedy": {
        "en": "Captures when it can, else runs with its foremost piece.",
        "de": "Schlägt, wenn es geht, sonst läuft die vorderste Figur.",
        "fr": "Prend dès qu’il peut, sinon court avec son pion de tête.",
    },
    "careful": {
        "en": "Captures too, but leaves as few pursuers behind as it can.",
        "de": "Schlägt auch, hat aber ungern Verfolger im Rücken.",
        "fr": "Prend aussi, mais n’aime pas laisser de poursuivants derrière lui.",
    },
    "expert": {
        "en": "Weighs every move by its chance to win, learned from many games.",
        "de": "Wägt jeden Zug nach der Gewinnchance ab, gelernt aus vielen Spielen.",
        "fr": "Pèse chaque coup selon ses chances, apprises de nombreuses parties.",
    },
    "master": {
        "en": "Weighs like the expert and looks further ahead: the strongest here.",
        "de": "Wägt wie der Kenner ab und schaut weiter voraus: der Stärkste hier.",
        "fr": "Pèse comme l’expert et voit plus loin : le plus fort d’ici.",
    },
}

# The values of house rules; `on`, `off` and the numbers speak for themselves.
VALUES: Mapping[str, Words] = {
    "penalty": {"en": "neglect costs a piece", "de": "Versäumnis kostet eine Figur", "fr": "l’oubli coûte un pion"},
    "strict": {"en": "strict", "de": "streng", "fr": "stricte"},
    "joint": {"en": "one turn for both", "de": "ein Zug für beide", "fr": "un tour pour les deux"},
    "per_colour": {"en": "each colour its own", "de": "jede Farbe ihren", "fr": "un par couleur"},
    "optional": {"en": "if they like", "de": "nach Wahl", "fr": "au choix"},
    "never": {"en": "never", "de": "nie", "fr": "jamais"},
    "either": {"en": "in any way", "de": "auf jede Art", "fr": "au choix"},
    "direct": {"en": "in one go", "de": "in einem Zug", "fr": "d’un seul coup"},
    "stepwise": {"en": "one after the other", "de": "nacheinander", "fr": "l’un après l’autre"},
    "forced": {"en": "a duty", "de": "Pflicht", "fr": "obligatoire"},
    "greedy": {"en": "as it comes", "de": "wie es kommt", "fr": "comme on veut"},
    "max": {"en": "so that both can be used", "de": "so, dass beide genutzt werden", "fr": "de façon à jouer les deux"},
    "choice": {"en": "free choice", "de": "freie Wahl", "fr": "libre choix"},
    "higher": {"en": "the higher one", "de": "der höhere", "fr": "le plus haut"},
    "may": {"en": "may throw again", "de": "darf noch einmal werfen", "fr": "peut relancer"},
    "must": {"en": "must", "de": "muss", "fr": "doit"},
    "all_or_nothing": {"en": "all or nothing", "de": "alles oder nichts", "fr": "tout ou rien"},
    "all": {"en": "all pieces go back", "de": "alle Figuren müssen zurück", "fr": "tous les pions retournent"},
    "most_advanced": {
        "en": "the foremost piece goes back",
        "de": "die vorderste Figur muss zurück",
        "fr": "le pion de tête retourne",
    },
    "turn": {"en": "at the end of the turn", "de": "am Ende des Zuges", "fr": "à la fin du tour"},
    "throw": {"en": "after the throw", "de": "nach dem Wurf", "fr": "après le lancer"},
    "lapse": {"en": "it no longer blocks", "de": "sie sperrt nicht mehr", "fr": "il ne bloque plus"},
    "pass_only": {"en": "it can be passed", "de": "sie kann überholt werden", "fr": "on peut le dépasser"},
    "must_break": {"en": "it must be opened", "de": "sie muss geöffnet werden", "fr": "il faut l’ouvrir"},
    "capture_first": {"en": "capturing", "de": "Schlagen", "fr": "prendre"},
    "enter_first": {"en": "entering", "de": "Herauskommen", "fr": "entrer"},
    "if_blocked": {
        "en": "only if nothing else goes",
        "de": "nur wenn nichts anderes geht",
        "fr": "seulement si rien d’autre",
    },
    "free": {"en": "freely", "de": "frei", "fr": "librement"},
    "capture": {"en": "is captured", "de": "wird geschlagen", "fr": "est prise"},
    "illegal": {"en": "may not be landed on", "de": "darf nicht getroffen werden", "fr": "ne peut être touchée"},
    "both": {"en": "both colours home", "de": "beide Farben am Ziel", "fr": "les deux couleurs arrivées"},
    "first_colour": {"en": "one colour home", "de": "eine Farbe am Ziel", "fr": "une couleur arrivée"},
    "once": {"en": "once", "de": "einmal", "fr": "une fois"},
    "whenever_empty": {
        "en": "whenever no piece is out",
        "de": "immer, wenn keine Figur draußen ist",
        "fr": "chaque fois qu’aucun pion n’est sorti",
    },
    "total": {"en": "by the whole throw", "de": "um den ganzen Wurf", "fr": "de tout le lancer"},
    "one": {"en": "by one field", "de": "um ein Feld", "fr": "d’une case"},
    "triple": {"en": "by a triple", "de": "mit einem Dreier", "fr": "avec un triple"},
    "die": {"en": "by a single stick", "de": "mit einem einzelnen Stab", "fr": "avec un seul dé-bâtonnet"},
    "closed": {"en": "closed", "de": "gesperrt", "fr": "fermées"},
    "skip": {"en": "is not played", "de": "wird nicht gezogen", "fr": "n’est pas joué"},
    "plays": {"en": "is played", "de": "wird gezogen", "fr": "est joué"},
    "back": {"en": "sends a piece back", "de": "schickt eine Figur zurück", "fr": "renvoie un pion"},
    "stop_others": {"en": "stop the others", "de": "halten die anderen auf", "fr": "arrêtent les autres"},
    "stop_all": {"en": "stop everybody", "de": "halten alle auf", "fr": "arrêtent tout le monde"},
    "none": {"en": "do not stop anybody", "de": "halten niemanden auf", "fr": "n’arrêtent personne"},
}

# What besides house rules makes a table.
PARTS: Mapping[str, Words] = {
    "players": {"en": "{n} players", "de": "{n} Personen", "fr": "{n} joueurs"},
    "pieces": {"en": "Pieces of each colour: {n}", "de": "Figuren je Farbe: {n}", "fr": "Pions par couleur : {n}"},
    "first": {"en": "{name} begins", "de": "{name} beginnt", "fr": "{name} commence"},
}
