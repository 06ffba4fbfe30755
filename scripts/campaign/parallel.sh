#!/usr/bin/env bash
# Runs a campaign of `pipsc bench` with GNU parallel: on this machine, or by PARALLEL='--sshlogin ...' on
# others that share the folder.
#
#   scripts/campaign/parallel.sh SHARDS FOLDER PUZZLE... [OPTION...]
#
# Arguments after the folder are passed to `pipsc bench`. The same command resumes a campaign. JOBS is the
# number of shards that run at a time (1), PIPSC the program (pipsc).
set -euo pipefail
shards=$1 folder=$2
shift 2
bench=("${PIPSC:-pipsc}" bench)
mkdir -p "$folder"
seq "$shards" | parallel --quote --jobs "${JOBS:-1}" --retries 3 --joblog "$folder/joblog" \
  "${bench[@]}" "$@" --shard "{}/$shards" --out "$folder/shard-{}.jsonl" --resume
rm -f "$folder/all.jsonl"
"${bench[@]}" --merge "$folder"/shard-*.jsonl --out "$folder/all.jsonl"
