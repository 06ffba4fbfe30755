#!/bin/sh
# Checks the hashes and the proofs of this certificate with third-party programs, without pipsc.
# The exit code is 0 if every installed checker accepts, and at least one is installed.
cd "$(dirname "$0")" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
accepted=0

# expect LINE COMMAND...: the command must succeed and print this line.
expect() {
  line=$1
  shift
  echo "$*"
  # drat-trim prints a carriage return before its verdict.
  if "$@" >"$work/printed" 2>&1 && tr '\r' '\n' <"$work/printed" | grep -q "$line"; then
    echo "  accepted"
    accepted=$((accepted + 1))
  else
    sed 's/^/  /' "$work/printed"
    failures=$((failures + 1))
  fi
}

# is_installed PROGRAM: whether it is installed.
is_installed() {
  if command -v "$1" >/dev/null 2>&1; then return 0; fi
  echo "$1 is not installed: not checked by it"
  return 1
}

# sums MODEL PROOF: VeriPB only warns about rules that it does not check, such as `a`. A proof by pipsc has only
# these lines.
sums() {
  if LC_ALL=C grep -a -n -v -x -E \
    -e 'pseudo-Boolean proof version 3\.0|f [0-9]+;|output NONE;|conclusion UNSAT : [0-9]+;|end pseudo-Boolean proof;' \
    -e 'pol( ([0-9]+|x[0-9]+|[+*dw]))*;' "$2"; then
    echo "these lines of $2 are not allowed in a proof"
    return 1
  fi
  veripb --opb -u "$1" "$2" >"$work/output" 2>&1
  code=$?
  cat "$work/output"
  if grep -q '^ *Warning' "$work/output"; then return 1; fi
  return "$code"
}

# lrat MODEL PROOF: ACL2 reads no comments, and its commands from standard input.
lrat() {
  grep -v '^c' "$1" >"$work/model.cnf"
  cp "$2" "$work/proof.lrat"
  (cd "$work" && echo '(include-book "projects/sat/lrat/stobj-based/run" :dir :system)
(lrat::lrat-check "model.cnf" "proof.lrat")' | acl2 || true)
}

if sha256sum --check --quiet SHA256SUMS; then echo "the hashes are right"; else failures=$((failures + 1)); fi
{% for one in certificate.refutations %}{% if one.encoding == "opb-native" %}if is_installed veripb; then expect '^s VERIFIED UNSATISFIABLE$' sums {{ one.encoding }}/model.opb {{ one.encoding }}/proof.pbp; fi
{% else %}if is_installed rate; then expect '^s VERIFIED$' rate {{ one.encoding }}/model.cnf {{ one.encoding }}/proof.drat; fi
if is_installed drat-trim; then expect '^s VERIFIED$' drat-trim {{ one.encoding }}/model.cnf {{ one.encoding }}/proof.drat; fi
if is_installed acl2; then expect 's VERIFIED$' lrat {{ one.encoding }}/model.cnf {{ one.encoding }}/proof.lrat; fi
if is_installed cake_lpr; then expect '^s VERIFIED UNSAT$' cake_lpr {{ one.encoding }}/model.cnf {{ one.encoding }}/proof.lrat; fi
{% endif %}{% endfor %}
if [ "$failures" = 0 ] && [ "$accepted" != 0 ]; then
  echo "accepted by every checker that is installed"
  exit 0
fi
echo "NOT ACCEPTED: $failures of the checks failed, $accepted proofs were accepted"
exit 1
