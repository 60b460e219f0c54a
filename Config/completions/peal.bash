# Completion of peal(1), peald(1) and notify-send(1) for bash. What may follow is known to the programs.

_peal() {
  local words=() word piece= joined=no
  # bash takes = and : for words of their own; peal wants the words as they are written.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if ((${#words[@]})) && [[ $joined == yes || $word == [=:]* ]]; then
      words[-1]+=$word
      piece=$word
    else
      words+=("$word")
      piece=
    fi
    [[ $word == [=:] ]] && joined=yes || joined=no
  done
  local current=${words[-1]-} quote=
  if [[ $current == [\"\']* ]]; then
    quote=${current:0:1}
    words[-1]=${current:1}
  fi
  local before=
  if [[ -n $piece ]]; then
    if [[ $piece == [=:] ]]; then before=$current; else before=${current%"$piece"}; fi
  fi

  # A notify-send may be the original, which knows nothing of this.
  local program=("${COMP_WORDS[0]}" __complete)
  if [[ ${COMP_WORDS[0]##*/} == notify-send ]]; then program=(peal __complete notify-send); fi

  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    if [[ $word == :files ]]; then
      compopt -o default 2>/dev/null
    elif [[ -n $quote ]]; then
      COMPREPLY+=("$word")
    else
      word=${word#"$before"}
      COMPREPLY+=("$(printf '%q' "$word")")
    fi
  done < <("${program[@]}" "${words[@]}" 2>/dev/null)
}
complete -F _peal peal peald notify-send
