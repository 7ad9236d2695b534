"""Completion scripts for bash, zsh and fish, generated from the grammar."""

import shlex
from collections.abc import Iterable

from mediaext.grammar import Grammar
from mediaext.grammar.parser import Verb
from mediaext.operation import Param

BASH = """\
# mediaext completion for bash; add to ~/.bashrc: eval "$(mediaext completion bash)"
_mediaext() {{
  local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}" verb="" word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="${{COMP_WORDS[i]}}"
    if [[ "$word" == --then ]]; then verb=""
    elif [[ -z "$verb" ]]; then verb="$word"
    elif [[ " {groups} " == *" $verb "* && "$word" != -* ]]; then verb="$verb $word"
    fi
  done
  COMPREPLY=()
  if [[ -z "$verb" ]]; then
    COMPREPLY=($(compgen -W "{verbs}" -- "$cur"))
    return
  fi
  case "$verb $prev" in
{values}
  esac
  if [[ "$cur" == -* ]]; then
    case "$verb" in
{flags}
    esac
    return
  fi
  case "$verb" in
{members}
  esac
}}
complete -o bashdefault -o default -F _mediaext mediaext
"""
ZSH = """\
# mediaext completion for zsh; add to ~/.zshrc: eval "$(mediaext completion zsh)"
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
"""
HEAD = "# mediaext completion for fish; save as ~/.config/fish/completions/mediaext.fish\n"


def script(grammar: Grammar, shell: str) -> str:
    """Return the script for ``"bash"``, ``"zsh"`` or ``"fish"``."""
    verbs = {name: verb for name in grammar.names if (verb := grammar.verb(name)) is not None}
    if shell == "fish":
        return HEAD + "\n".join(_fish(grammar, verbs)) + "\n"
    return (ZSH if shell == "zsh" else "") + _bash(grammar, verbs)


def _bash(grammar: Grammar, verbs: dict[str, Verb]) -> str:
    first = sorted({name.split()[0] for name in verbs})
    groups = sorted({name.split()[0] for name in verbs if " " in name})
    values, flags = [], []
    for name, verb in sorted(verbs.items()):
        params = _params(grammar, verb)
        words = " ".join(sorted(param.flag for param in params))
        flags.append(f'      "{name}") COMPREPLY=($(compgen -W "{words}" -- "$cur"));;')
        for param in params:
            if param.choices:
                words = " ".join(shlex.quote(str(choice)) for choice in param.choices)
                reply = f'COMPREPLY=($(compgen -W "{words}" -- "$cur")); return;;'
                values.append(f'    "{name} {param.flag}") {reply}')
    members = [
        f'    {group}) COMPREPLY=($(compgen -W "{" ".join(_members(verbs, group))}" -- "$cur"));;'
        for group in groups
    ]
    return BASH.format(
        groups=" ".join(groups),
        verbs=" ".join(first),
        values="\n".join(values),
        flags="\n".join(flags),
        members="\n".join(members),
    )


def _members(verbs: Iterable[str], group: str) -> list[str]:
    return sorted(name.split()[1] for name in verbs if name.startswith(f"{group} "))


def _params(grammar: Grammar, verb: Verb) -> list[Param]:
    return [*verb.params, *grammar.options_of(verb)]


def _fish(grammar: Grammar, verbs: dict[str, Verb]) -> Iterable[str]:
    for name, verb in sorted(verbs.items()):
        group, _, member = name.partition(" ")
        place = f"__fish_seen_subcommand_from {group}" if member else "__fish_use_subcommand"
        summary = shlex.quote(verb.summary)
        yield f"complete -c mediaext -n '{place}' -a {shlex.quote(member or name)} -d {summary}"
        seen = f"__fish_seen_subcommand_from {group}"
        if member:
            seen += f"; and __fish_seen_subcommand_from {member}"
        for param in _params(grammar, verb):
            text = shlex.quote(param.help)
            chosen = " ".join(map(str, param.choices))
            takes = f" -x -a {shlex.quote(chosen)}" if chosen else ""
            takes = takes or ("" if param.type == "boolean" else " -r")
            yield f"complete -c mediaext -n '{seen}' -l {param.flag[2:]} -d {text}{takes}"
