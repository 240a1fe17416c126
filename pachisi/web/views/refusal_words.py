"""The sentences of all refusals, in each language."""

from __future__ import annotations

from collections.abc import Mapping

from ...rulebook import Words

REFUSALS: Mapping[str, Words] = {
    # --- playing
    "closed": {
        "en": "The table has been closed.",
        "de": "Der Tisch ist geschlossen worden.",
        "fr": "La table a été fermée.",
    },
    "no_command": {
        "en": "This is not a command to a table.",
        "de": "Das ist kein Befehl an einen Tisch.",
        "fr": "Ce n’est pas un ordre pour une table.",
    },
    "move_now": {
        "en": "Now a move is played, not the dice.",
        "de": "Jetzt wird gezogen, nicht gewürfelt.",
        "fr": "C’est le moment de jouer un coup, pas de lancer.",
    },
    "throw_now": {
        "en": "Now the dice are thrown.",
        "de": "Jetzt wird gewürfelt.",
        "fr": "C’est le moment de lancer.",
    },
    "no_move": {
        "en": "There is no move {index}; the moves are 0 to {last}.",
        "de": "Einen Zug {index} gibt es nicht; die Züge sind 0 bis {last}.",
        "fr": "Il n’y a pas de coup {index} ; les coups vont de 0 à {last}.",
    },
    "no_taking_back": {
        "en": "At this table nothing is taken back.",
        "de": "An diesem Tisch wird nichts zurückgenommen.",
        "fr": "À cette table, on ne reprend rien.",
    },
    "nothing_to_take_back": {
        "en": "There is no move of yours to take back.",
        "de": "Es gibt keinen Zug von dir, der zurückgenommen werden kann.",
        "fr": "Vous n’avez aucun coup à reprendre.",
    },
    "no_hints": {
        "en": "At this table there are no hints.",
        "de": "An diesem Tisch gibt es keine Tipps.",
        "fr": "À cette table, il n’y a pas de conseils.",
    },
    "nothing_to_choose": {
        "en": "A hint is for choosing a move; now the dice are thrown.",
        "de": "Ein Tipp hilft bei der Wahl eines Zuges; jetzt wird gewürfelt.",
        "fr": "Un conseil aide à choisir un coup ; c’est le moment de lancer.",
    },
    "stale": {
        "en": "The game has gone on; look again.",
        "de": "Das Spiel ist weitergegangen; schau noch einmal hin.",
        "fr": "La partie a continué ; regardez à nouveau.",
    },
    "not_begun": {
        "en": "The game has not begun.",
        "de": "Das Spiel hat noch nicht begonnen.",
        "fr": "La partie n’a pas commencé.",
    },
    "over": {"en": "The game is over.", "de": "Das Spiel ist zu Ende.", "fr": "La partie est terminée."},
    "not_your_turn": {"en": "It is not your turn.", "de": "Du bist nicht dran.", "fr": "Ce n’est pas à vous."},
    "bot_plays": {
        "en": "A bot plays your seat; come back first.",
        "de": "Ein Bot spielt für dich; übernimm zuerst deinen Platz.",
        "fr": "Un robot joue à votre place ; reprenez-la d’abord.",
    },
    "watching": {
        "en": "You are watching; take a seat to play.",
        "de": "Du schaust zu; setz dich, um zu spielen.",
        "fr": "Vous regardez ; prenez une place pour jouer.",
    },
    "no_rematch_yet": {
        "en": "A rematch follows a finished game.",
        "de": "Eine Revanche gibt es erst nach dem Spiel.",
        "fr": "La revanche suit une partie terminée.",
    },
    "rematch_laid": {
        "en": "The rematch is laid already.",
        "de": "Die Revanche ist schon bereit.",
        "fr": "La revanche est déjà prête.",
    },
    # --- seats
    "not_your_seat": {
        "en": "Seat {seat} is not yours.",
        "de": "Platz {seat} ist nicht deiner.",
        "fr": "La place {seat} n’est pas la vôtre.",
    },
    "owner_only": {
        "en": "Only who has laid the table may do this.",
        "de": "Das darf nur, wer den Tisch eröffnet hat.",
        "fr": "Seule la personne qui a ouvert la table peut le faire.",
    },
    "players_only": {
        "en": "Only who plays at this table may do this.",
        "de": "Das darf nur, wer an diesem Tisch spielt.",
        "fr": "Seules les personnes qui jouent à cette table peuvent le faire.",
    },
    "seats_given": {
        "en": "The seats are given; the game has begun.",
        "de": "Die Plätze sind vergeben; das Spiel hat begonnen.",
        "fr": "Les places sont attribuées ; la partie a commencé.",
    },
    "no_seat": {
        "en": "There is no seat {seat}; there are {seats}.",
        "de": "Einen Platz {seat} gibt es nicht; es gibt {seats}.",
        "fr": "Il n’y a pas de place {seat} ; il y a {seats}.",
    },
    "seats_once": {
        "en": "The seats of this table are {seats}, each named once.",
        "de": "Die Plätze dieses Tisches sind {seats}, jeder einmal genannt.",
        "fr": "Les places de cette table sont {seats}, chacune nommée une fois.",
    },
    "wrong_invitation": {
        "en": "This invitation is not one of this table.",
        "de": "Diese Einladung gehört nicht zu diesem Tisch.",
        "fr": "Cette invitation n’est pas pour cette table.",
    },
    "begun_watch": {
        "en": "The game has begun; you can watch it.",
        "de": "Das Spiel hat begonnen; du kannst zuschauen.",
        "fr": "La partie a commencé ; vous pouvez regarder.",
    },
    "full_watch": {
        "en": "All seats are taken; you can watch the game.",
        "de": "Alle Plätze sind besetzt; du kannst zuschauen.",
        "fr": "Toutes les places sont prises ; vous pouvez regarder.",
    },
    "seat_taken": {
        "en": "Seat {seat} is not free; free are {free}.",
        "de": "Platz {seat} ist nicht frei; frei sind {free}.",
        "fr": "La place {seat} n’est pas libre ; sont libres {free}.",
    },
    "begun": {
        "en": "The game has already begun.",
        "de": "Das Spiel hat schon begonnen.",
        "fr": "La partie a déjà commencé.",
    },
    "seat_open": {
        "en": "A seat is still open: wait for somebody, or give it to a bot.",
        "de": "Ein Platz ist noch frei: Warte auf jemanden, oder gib ihn einem Bot.",
        "fr": "Une place est encore libre : attendez quelqu’un, ou donnez-la à un robot.",
    },
    "no_seat_to_leave": {
        "en": "You hold no seat that you could leave.",
        "de": "Du hast keinen Platz, den du verlassen könntest.",
        "fr": "Vous n’avez pas de place à quitter.",
    },
    "playing_already": {
        "en": "You are playing this seat already.",
        "de": "Du spielst diesen Platz schon.",
        "fr": "Vous jouez déjà à cette place.",
    },
    "stand_in_later": {
        "en": "A bot can stand in only while the game is going on.",
        "de": "Ein Bot kann nur einspringen, solange das Spiel läuft.",
        "fr": "Un robot ne peut remplacer quelqu’un que pendant la partie.",
    },
    "nobody_there": {
        "en": "Nobody sits there for whom a bot could stand in.",
        "de": "Dort sitzt niemand, für den ein Bot einspringen könnte.",
        "fr": "Il n’y a là personne qu’un robot pourrait remplacer.",
    },
    "bot_already": {
        "en": "A bot plays this seat already.",
        "de": "Diesen Platz spielt schon ein Bot.",
        "fr": "Un robot joue déjà à cette place.",
    },
    "not_away": {
        "en": "This player is here, or has not been away for long enough.",
        "de": "Diese Person ist da oder noch nicht lange genug fort.",
        "fr": "Cette personne est là, ou absente depuis trop peu de temps.",
    },
    "no_bot": {
        "en": "There is no bot {name}. Known are: {known}.",
        "de": "Einen Bot {name} gibt es nicht. Es gibt: {known}.",
        "fr": "Il n’y a pas de robot {name}. Il y a : {known}.",
    },
    "bad_name": {
        "en": "A name needs letters that can be printed.",
        "de": "Ein Name braucht Buchstaben, die man drucken kann.",
        "fr": "Un nom doit avoir des lettres imprimables.",
    },
    # --- finding
    "no_table": {
        "en": "There is no such table.",
        "de": "Diesen Tisch gibt es nicht.",
        "fr": "Cette table n’existe pas.",
    },
    "no_code": {
        "en": "There is no open table with this code.",
        "de": "Zu diesem Code gibt es keinen offenen Tisch.",
        "fr": "Aucune table ouverte n’a ce code.",
    },
    "going_on": {
        "en": "The game is still going on; it can be replayed when it is over.",
        "de": "Das Spiel läuft noch; nachspielen kann man es, wenn es zu Ende ist.",
        "fr": "La partie n’est pas finie ; on pourra la revoir quand elle le sera.",
    },
    "long_address": {
        "en": "The address of this server is too long for a QR code.",
        "de": "Die Adresse dieses Servers ist zu lang für einen QR-Code.",
        "fr": "L’adresse de ce serveur est trop longue pour un code QR.",
    },
    "not_sqlite": {
        "en": "Only SQLite is copied here; PostgreSQL has pg_dump.",
        "de": "Hier wird nur SQLite kopiert; für PostgreSQL gibt es pg_dump.",
        "fr": "Seul SQLite est copié ici ; PostgreSQL a pg_dump.",
    },
    "wrong_token": {
        "en": "The token is the one that was printed when the server started.",
        "de": "Das Token ist das, das der Server beim Start gezeigt hat.",
        "fr": "Le jeton est celui que le serveur a affiché au démarrage.",
    },
    "no_page": {
        "en": "There is nothing at this address.",
        "de": "Unter dieser Adresse gibt es nichts.",
        "fr": "Il n’y a rien à cette adresse.",
    },
    "no_method": {
        "en": "This address does not take that kind of request.",
        "de": "Diese Adresse nimmt solche Anfragen nicht an.",
        "fr": "Cette adresse n’accepte pas ce genre de requête.",
    },
    # --- what a table may be
    "no_book": {
        "en": "There is no game {book}. Known are: {known}.",
        "de": "Ein Spiel {book} gibt es nicht. Es gibt: {known}.",
        "fr": "Il n’y a pas de jeu {book}. Il y a : {known}.",
    },
    "no_fit": {
        "en": "{parts} cannot be played together.",
        "de": "{parts} passen nicht zusammen.",
        "fr": "{parts} ne vont pas ensemble.",
    },
    "not_here": {
        "en": "{parts} cannot be played at this table.",
        "de": "{parts} geht an diesem Tisch nicht.",
        "fr": "{parts} n’est pas possible à cette table.",
    },
    "only_players": {
        "en": "{name} is for {n} players only.",
        "de": "{name} ist nur für {n} Personen.",
        "fr": "{name} est seulement pour {n} joueurs.",
    },
    "not_playable": {
        "en": "This table cannot be played.",
        "de": "Dieser Tisch ist nicht spielbar.",
        "fr": "Cette table n’est pas jouable.",
    },
    "idle": {
        "en": "{name} does nothing here: it needs {needs}.",
        "de": "{name} bewirkt hier nichts: Dazu gehört {needs}.",
        "fr": "{name} n’a pas d’effet ici : il faut {needs}.",
    },
    # --- limits and form
    "too_many_tables": {
        "en": "Too many new tables; wait a moment.",
        "de": "Zu viele neue Tische; warte einen Augenblick.",
        "fr": "Trop de nouvelles tables ; attendez un instant.",
    },
    "too_many_codes": {
        "en": "Too many codes; wait a moment.",
        "de": "Zu viele Codes; warte einen Augenblick.",
        "fr": "Trop de codes ; attendez un instant.",
    },
    "too_many_requests": {
        "en": "Too many requests; wait a moment.",
        "de": "Zu viele Anfragen; warte einen Augenblick.",
        "fr": "Trop de requêtes ; attendez un instant.",
    },
    "too_many_messages": {
        "en": "Too many messages; wait a moment.",
        "de": "Zu viele Nachrichten; warte einen Augenblick.",
        "fr": "Trop de messages ; attendez un instant.",
    },
    "other_site": {
        "en": "This request comes from another site.",
        "de": "Diese Anfrage kommt von einer fremden Seite.",
        "fr": "Cette requête vient d’un autre site.",
    },
    "no_length": {
        "en": "A request with a body must tell its length.",
        "de": "Eine Anfrage mit Inhalt muss ihre Länge nennen.",
        "fr": "Une requête avec un corps doit en dire la longueur.",
    },
    "too_long": {
        "en": "The request is too long; {most} bytes are allowed.",
        "de": "Die Anfrage ist zu lang; erlaubt sind {most} Bytes.",
        "fr": "La requête est trop longue ; {most} octets sont permis.",
    },
    "not_json": {
        "en": "The body must be JSON: Content-Type: application/json.",
        "de": "Der Inhalt muss JSON sein: Content-Type: application/json.",
        "fr": "Le corps doit être du JSON : Content-Type: application/json.",
    },
    "broken_json": {
        "en": "The body is not JSON that could be read.",
        "de": "Der Inhalt ist kein lesbares JSON.",
        "fr": "Le corps n’est pas du JSON lisible.",
    },
    "not_understood": {
        "en": "This cannot be understood: {error}.",
        "de": "Das ist nicht zu verstehen: {error}.",
        "fr": "Cela ne peut être compris : {error}.",
    },
    "no_lang": {
        "en": "lang must be one of {langs}.",
        "de": "lang muss eine davon sein: {langs}.",
        "fr": "lang doit être l’une de celles-ci : {langs}.",
    },
    # --- the server's own trouble
    "not_stored": {
        "en": "This could not be stored, so it has not happened.",
        "de": "Das konnte nicht gespeichert werden, also ist es nicht geschehen.",
        "fr": "Cela n’a pas pu être enregistré, donc cela n’a pas eu lieu.",
    },
    "not_stored_again": {
        "en": "This could not be stored; the table is being read again.",
        "de": "Das konnte nicht gespeichert werden; der Tisch wird neu gelesen.",
        "fr": "Cela n’a pas pu être enregistré ; la table est relue.",
    },
    "read_again": {
        "en": "The table is being read again.",
        "de": "Der Tisch wird neu gelesen.",
        "fr": "La table est relue.",
    },
    "try_again": {
        "en": "The table is being read again; try once more.",
        "de": "Der Tisch wird neu gelesen; versuch es noch einmal.",
        "fr": "La table est relue ; essayez encore une fois.",
    },
    "broken_log": {
        "en": "The log of this table cannot be read.",
        "de": "Das Protokoll dieses Tisches ist nicht lesbar.",
        "fr": "Le journal de cette table est illisible.",
    },
    "stopping": {
        "en": "The server is being stopped.",
        "de": "Der Server wird angehalten.",
        "fr": "Le serveur s’arrête.",
    },
    "failed": {
        "en": "Something went wrong on the server.",
        "de": "Auf dem Server ist etwas schiefgegangen.",
        "fr": "Quelque chose s’est mal passé sur le serveur.",
    },
}
