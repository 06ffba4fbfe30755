#!/usr/bin/env bash
# Runs a campaign of `pipsc bench` with HyperQueue: a task per shard, on a running server.
#
#   scripts/campaign/hyperqueue.sh SHARDS FOLDER PUZZLE... [OPTION...]
#
# Arguments after the folder are passed to `pipsc bench`. The same command resumes a campaign. CORES is the
# number of cores of a task (1), PIPSC the program (pipsc).
set -euo pipefail
shards=$1 folder=$2
shift 2
pipsc=$(command -v "${PIPSC:-pipsc}")
mkdir -p "$folder"
folder=$(realpath "$folder")
bench=$(printf '%q ' "$pipsc" bench "$@") quoted=$(printf '%q' "$folder")
hq submit --wait --array "1-$shards" --cpus "${CORES:-1}" --stdout none --stderr "$folder/shard-%{TASK_ID}.log" -- \
  bash -c "exec $bench --shard \$HQ_TASK_ID/$shards --out $quoted/shard-\$HQ_TASK_ID.jsonl --resume"
rm -f "$folder/all.jsonl"
"$pipsc" bench --merge "$folder"/shard-*.jsonl --out "$folder/all.jsonl"
