"""German templates: reasons of the games with five dice."""

from typing import Any

FIVE_DICE: dict[str, Any] = {
    "keep_likelier": "Mit {dice} gelingt {field} zu {chance}, mit {other_dice} zu {other_chance}.",
    "keep_certain": "Mit {dice} ist {field} schon sicher, mit {other_dice} gelingt es zu {other_chance}.",
    "holds_face": (
        "Mit {dice} liegt für {field} schon ein Würfel, mit {other_dice} keiner[: im Mittel {mean} statt {other_mean}].",
        "Mit {dice} liegen für {field} schon {count} Würfel, mit {other_dice} keiner[: im Mittel {mean} statt {other_mean}].",
    ),
    "holds_more": "Mit {dice} liegen für {field} schon {count} Würfel, mit {other_dice} nur {other_count}[: im Mittel {mean} statt {other_mean}].",
    "throws_more": (
        "Mit {dice} fällt für {field} noch {count} Würfel, mit {other_dice} nur {other_count}[: im Mittel {mean} statt {other_mean}].",
        "Mit {dice} fallen für {field} noch {count} Würfel, mit {other_dice} nur {other_count}[: im Mittel {mean} statt {other_mean}].",
    ),
    "keep_opens": "Mit {dice} gelingt {field} zu {chance}, mit {other_dice} gar nicht.",
    "last_roll": "Mit {dice} kommt {field} bei {throws} von {total} möglichen Würfen der übrigen Würfel, mit "
    "{other_dice} bei {other_throws} von {other_total}.",
    "keep_straight": "Aus {dice} wird zu {chance} {field}, aus {other_dice} zu {other_chance}.",
    "keep_equal": "{count} gleiche statt {other_count}: {field} gelingt mit {dice} zu {chance}, mit {other_dice} zu "
    "{other_chance}.",
    "keep_pair": "In {dice} stecken schon {count} gleiche, in {other_dice} nicht einmal ein Paar: {field} gelingt zu "
    "{chance} statt {other_chance}.",
    "throws_for_kind": "Mit {dice} fallen {count} statt {other_count} Würfel für {field}: das gelingt zu {chance} statt "
    "{other_chance}.",
    "useless_dice": "{dice} zu behalten hilft keinem offenen Feld: neu gewürfelt bleibt der Mittelwert jedes Feldes "
    "gleich oder steigt.",
    "more_fields": "Mit {dice} stehen {count} der {total} offenen Felder im Mittel besser als mit {other_dice}, schlechter nur {other_count}; am meisten gewinnt {field}[: {mean} statt {other_mean}].",
    "more_fields_only": "Mit {dice} stehen {count} der {total} offenen Felder im Mittel besser als mit {other_dice}, keines schlechter; am meisten gewinnt {field}[: {mean} statt {other_mean}].",
    "all_fields": "Mit {dice} stehen alle {total} offenen Felder im Mittel besser als mit {other_dice}; am meisten gewinnt {field}[: {mean} statt {other_mean}].",
    "extra_helps_less": "Auch {dice} zu behalten bringt für {field} im Mittel {mean} mehr, kostet für {other_field} aber "
    "{other_mean}.",
    "keep_more": "Mit {dice} bringt {field} im Mittel mehr als mit {other_dice}[: {mean} statt {other_mean}].",
    "keep_both": "Mit {dice} bringt {field} im Mittel {mean} und {other_field} {other_mean}: so bleibt die Wahl "
    "zwischen beiden.",
    "strike": "{place} zu streichen kostet im Mittel weniger als {other_place}[: {mean} statt {other_mean}].",
    "struck": "{place} ist dann gestrichen: das gelingt sonst in {chance} der Züge[ und bringt im Mittel {mean}].",
    "struck_gradual": "{place} wäre gestrichen[: ein Zug dafür bringt im Mittel {mean}].",
    "cheapest_strike": "Von den offenen Feldern ist {place} am billigsten zu streichen[: ein Zug dafür bringt im Mittel nur {mean}].",
    "cheap_strike": "{place} zu streichen kostet wenig[: im Mittel {mean}].",
    "worth_later": "Bleibt {other_place} frei statt {place}, bringt der Rest der Partie im Mittel[ {mean}] mehr.",
    "made_now": "Die Würfel ergeben schon {place}[: {points}; {other_place} bringt nur {other_points}].",
    "made_now_alone": "Die Würfel ergeben schon {place}[: {points}], und {other_place} bringt gar nichts.",
    "points_now": "{place} bringt jetzt mehr als {other_place}[: {points} statt {other_points}].",
    "points_now_alone": "{place} bringt jetzt Punkte[ ({points})], {other_place} gar nichts.",
    "poor": "Nur {points} für {place}: ein Zug dafür bringt im Mittel mehr[ ({mean})].",
    "rich": "{points} für {place}, das ist viel: ein Zug dafür bringt im Mittel weniger[ ({mean})].",
    "less_below": "{place} ({points}) liegt näher am Mittel eines Zugs dafür als {other_place} ({other_points}).",
    "roll_on": "Mit {dice} gelingt noch {field} zu {chance}; {now}.",
    "roll_on_certain": "Mit {dice} ist {field} schon sicher; {now}.",
    "roll_on_better": "Mit {dice} bringt {field} im Mittel {mean}, ein neuer Zug dafür nur {other_mean}; {now}.",
    "roll_on_more": "Mit {dice} bringt {field} im Mittel {mean}; {now}.",
    "risks_nothing": "Mit {dice} weiterzuwürfeln kostet nichts: {place} bleibt sicher, und {field} gelingt zu {chance}.",
    "risks_nothing_mean": "Mit {dice} weiterzuwürfeln kostet nichts: {place} bleibt sicher, und {field} bringt im Mittel "
    "{mean}.",
    "improves": "Mit {dice} weiterzuwürfeln bringt für {place} im Mittel mehr[: {mean} statt {points}].",
    "struck_early": (
        "{place} wäre gestrichen, obwohl du noch einmal würfeln darfst[: ein Zug dafür bringt im Mittel {mean}].",
        "{place} wäre gestrichen, obwohl du noch {count} Mal würfeln darfst[: ein Zug dafür bringt im Mittel {mean}].",
    ),
    "poor_early": (
        "Nur {points} für {place}, obwohl du noch einmal würfeln darfst: ein Zug dafür bringt im Mittel mehr[ ({mean})].",
        "Nur {points} für {place}, obwohl du noch {count} Mal würfeln darfst: ein Zug dafür bringt im Mittel mehr[ ({mean})].",
    ),
    "entry_stays": "Mit {dice} weiterzuwürfeln kostet nichts: {place} bringt nach jedem Wurf noch {points}, im Mittel {mean}.",
    "keep_ends": "Mit {dice} endet der Zug zu {chance} in {field}, mit {other_dice} nur zu {other_chance}.",
    "turn_goes_on": (
        "Noch ein Wurf: mit {dice} endet der Zug im Mittel besser, am ehesten in {field} (zu {chance}) oder {other_field} (zu {other_chance}).",
        "Noch {count} Würfe: mit {dice} endet der Zug im Mittel besser, am ehesten in {field} (zu {chance}) oder {other_field} (zu {other_chance}).",
    ),
    "enough_risk": "Die Würfel ergeben schon {place} ({points}); wer mit {dice} weiterwürfelt, schafft es nur noch zu {chance}.",
    "enough": "{place} bringt sicher {points}; wer mit {dice} weiterwürfelt, hat dort im Mittel weniger[: {mean}].",
    "free_roll_costs": "Der Freiwurf kostet {points}.",
    "joker": "Der Joker bringt {points} zusätzlich.",
    "free_roll_kept": (
        "Der Freiwurf[, der {points} kostet,] lässt sich auch in einem späteren Zug nutzen: {count} ist noch übrig.",
        "Der Freiwurf[, der {points} kostet,] lässt sich auch in einem späteren Zug nutzen: {count} sind noch übrig.",
    ),
    "free_roll_gain": "Der Freiwurf kostet {points} und bringt im Mittel höchstens {mean} dazu, und zwar für {field}.",
    "bonus": "Damit ist der Bonus in Spalte {column} sicher: {points}.",
    "bonus_lost": "Mit {place} ist der Bonus in Spalte {column} ({points}) nicht mehr zu schaffen: zu 63 fehlten noch "
    "{missing}.",
    "bonus_pace": "Für den Bonus in Spalte {column} ({points}) liegst du dann bei {ahead} gegenüber je drei gleichen, "
    "sonst bei {other_ahead}.",
    "keep_bonus": (
        "Mit einem Würfel für {field} ist der Bonus in Spalte {column} ({points}) sicher: das gelingt mit {dice} zu {chance}, mit {other_dice} zu {other_chance}.",
        "Mit {count} Würfeln für {field} ist der Bonus in Spalte {column} ({points}) sicher: das gelingt mit {dice} zu {chance}, mit {other_dice} zu {other_chance}.",
    ),
}
