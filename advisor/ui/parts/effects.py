"""What an entry of a journal did: everything in the picture of the match that was otherwise before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from advisor.errors import InputError
from advisor.handicap import to_half
from advisor.match import Match
from advisor.narrate import say_goals
from advisor.ui.parts import ask, say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.bars import moment
from advisor.ui.parts.language import Words, chosen_language, words


def say_effects(match: Match, number: int, struck: Collection[int]) -> list[str]:
    """What entry ``number`` did, one statement each; empty where it changed nothing that is shown."""
    standing = [n for n, entry in enumerate(match.journal) if n not in struck and entry.entry != "strike"]
    try:
        before, after = (
            ask.picture(ask.as_text(_only(match, [n for n in standing if n < end])), chosen_language())
            for end in (number, number + 1)
        )
    except InputError:
        # A strike that is still to be struck itself may leave a journal that breaks off here.
        return []
    _ = words()
    found = [] if moment(before, _) == moment(after, _) else [moment(after, _)]
    for key, side in after.sides.items():
        found += [f"{side.name}: {said}" for said in _of_side(before.sides[key], side, _)]
    if before.moment == "before_start":
        return found
    return found + list(_of_event(before, after, _))


def _only(match: Match, numbers: list[int]) -> Match:
    return match.model_copy(update={"journal": tuple(match.journal[n] for n in numbers)})


def _of_side(before: Side, after: Side, _: Words) -> Iterator[str]:
    here, there = _on_field(after), _on_field(before)
    new_to_leave = set(after.state.must_leave) - set(before.state.must_leave)
    lists = (
        (_("in: {players}"), here - there, after),
        (_("no more on the field: {players}"), there - here, before),
        (_("must leave: {players}"), new_to_leave, after),
    )
    for pattern, players, side in lists:
        if players:
            yield pattern.format(players=", ".join(map(side.label, sorted(players))))
    figures = [
        (_("score"), before.score, after.score),
        (_("on the field"), before.total, after.total),
        (_("counted"), _counted(before), _counted(after)),
        (_("at most"), to_half(before.most), to_half(after.most)),
    ]
    for name, then, now in figures:
        if then != now and then is not None and now is not None:
            yield _("{figure} {before}, then {after}").format(figure=name, before=say_goals(then), after=say_goals(now))
    standings = {player: before.people[player].standing for player in before.people}
    for player, person in after.people.items():
        is_plain = person.standing in ("field", "must-leave") or standings.get(player) in ("field", "must-leave")
        if player not in standings:
            yield _("new: {player}").format(player=person.label)
        elif standings[player] != person.standing and not is_plain:
            yield f"{person.label}: {_(say.STANDINGS[person.standing])}"


def _on_field(side: Side) -> set[str]:
    return {*side.state.field, *side.state.must_leave}


def _counted(side: Side) -> int | None:
    counted = side.state.counted_handicap
    return None if counted is None else to_half(counted[side.key])


def _of_event(before: Picture, after: Picture, _: Words) -> Iterator[str]:
    if before.readings != after.readings or before.handicap_game != after.handicap_game:
        yield _("The match is played by other readings or elections from here on.")
