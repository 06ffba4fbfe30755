#!/bin/sh
# Runs third-party tools on the instances of this bundle. Tools that are not installed are skipped.
# Exit code: 0 if nothing failed and at least one tool ran, else 1.
cd "$(dirname "$0")" || exit 1
printed=$(mktemp) || exit 1
trap 'rm -f "$printed"' EXIT
passed=0
failed=0

# check NAME COMMAND...: the command must succeed, without the word "error".
check() {
  name=$1
  shift
  if "$@" >"$printed" 2>&1 && ! grep -qi error "$printed"; then
    passed=$((passed + 1))
    echo "ok      $name: $(head -n 1 "$printed")"
  else
    failed=$((failed + 1))
    echo "FAILED  $name"
    sed 's/^/        /' "$printed"
  fi
}

# need PROGRAM, python PACKAGE: whether it is installed.
need() { command -v "$1" >/dev/null 2>&1 || { echo "skipped $1: it is not installed"; return 1; }; }
python() { python3 -c "import $1" >/dev/null 2>&1 || { echo "skipped $1: the Python package is not installed"; return 1; }; }

{{ check }}
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
