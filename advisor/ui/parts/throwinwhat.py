"""What the umpire does at a throw-in: what happened by a tap, then the ruling, as Rule 20 has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from advisor.play import throwin
from advisor.play.throwin import Ruling
from advisor.ui.parts import address
from advisor.ui.parts.controls import choose
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.language import Words, chosen_language
from advisor.ui.parts.markup import icon, literal, text, write

_SHAPES: Mapping[str, tuple[str, str]] = {
    "stop": ("is-illegal", "cross"),
    "penalty": ("is-illegal", "cross"),
    "may-not-play": ("is-illegal", "cross"),
    "wait": ("is-later", "clock"),
    "put-right": ("is-later", "clock"),
    "may-let-go": ("is-later", "gavel"),
}
"""Colour and picture of what the umpire does; of all else those of what is right."""


def show_what(names: Sequence[str], _: Words) -> None:
    """The question and its ruling. ``names``: of the team that defends the goal at the top, and of the other."""
    questions: Mapping[str, str] = {
        "contact": _("Contact before the throw"),
        "rush": _("Too near the umpire"),
        "late": _("Somebody is late"),
        "side": _("On the wrong side"),
        "goal": _("A goal"),
        "way": _("All the wrong way"),
    }
    asked = address.find("happened") if address.find("happened") in questions else "side"
    show_heading(_("What does the umpire do?"))

    def change(question: str) -> None:
        address.put(happened=question, facts="")

    with st.container(key="names-happened"):
        choose(_("What happened"), list(questions), asked, lambda key: literal(questions[key]), "happened", change)
    _show_ruling(_ASKED[asked](names, _))


def _show_ruling(ruling: Ruling) -> None:
    kind, shape = _SHAPES.get(ruling.does, ("is-legal", "check"))
    language = chosen_language()
    write(
        f'<div class="verdict {kind} ruling" role="status"><p class="facts">{icon(shape)}{text(ruling.title(language))}'
        f"</p><p>{text(ruling.say(language))}</p></div>"
    )


def _pick(label: str, options: Mapping[str, str]) -> set[str]:
    """Which of some facts hold, by taps, kept in the address."""
    held = [fact for fact in address.find("facts").split("~") if fact in options]
    st.session_state["happened-facts"] = held
    st.pills(
        label,
        list(options),
        selection_mode="multi",
        format_func=lambda fact: literal(options[fact]),
        key="happened-facts",
        on_change=lambda: address.put(facts="~".join(st.session_state["happened-facts"])),
        width="stretch",
        wrap=True,
    )
    return set(held)


def _contact(names: Sequence[str], _: Words) -> Ruling:
    return throwin.rule_on_contact()


def _rush(names: Sequence[str], _: Words) -> Ruling:
    least = throwin.throw_in_figures()["umpire"]
    held = _pick(_("Which holds?"), {"far": _("All are still {yards} yards away").format(yards=f"{least:g}")})
    return throwin.rule_on_rush(least if "far" in held else 0)


def _late(names: Sequence[str], _: Words) -> Ruling:
    held = _pick(_("Which holds?"), {"horse": _("Changed horses")})
    return throwin.rule_on_late("horse" if held else "tired")


def _side(names: Sequence[str], _: Words) -> Ruling:
    far = throwin.throw_in_figures()["travelled"]
    held = _pick(
        _("Which holds?"),
        {
            "behind": _("Behind a teammate who was right"),
            "far": _("Ball {yards} yards on").format(yards=f"{far:g}"),
            "past": _("Past midfield"),
            "played": _("Made or tried a play"),
            "no-part": _("The team took no part"),
        },
    )
    return throwin.rule_on_wrong_side(
        behind_teammate="behind" in held,
        travelled=far if "far" in held else 0,
        past_midfield="past" in held,
        played="played" in held,
        team_took_part="no-part" not in held,
    )


def _goal(names: Sequence[str], _: Words) -> Ruling:
    near, far = names
    held = _pick(
        _("Which holds?"),
        {
            "far": _("Scored by: {team}").format(team=far),
            "own": _("In their own goal"),
            "wrong": _("All had lined up the wrong way"),
        },
    )
    scorer, other = (far, near) if "far" in held else (near, far)
    goal_of = scorer if "own" in held else other
    line = _("Scored by {scorer}, in the goal that {team} defended.").format(scorer=scorer, team=goal_of)
    write(f'<p class="lead">{text(line)}</p>')
    return throwin.rule_on_goal(scorer, goal_of, (near, far), wrong_way="wrong" in held)


def _way(names: Sequence[str], _: Words) -> Ruling:
    held = _pick(_("Which holds?"), {"over": _("The period is over, nobody scored")})
    return throwin.rule_on_wrong_way("over" in held)


_ASKED: Mapping[str, Callable[[Sequence[str], Words], Ruling]] = {
    "contact": _contact,
    "rush": _rush,
    "late": _late,
    "side": _side,
    "goal": _goal,
    "way": _way,
}
