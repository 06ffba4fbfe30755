#!/usr/bin/env bash
# Submits a campaign of `pipsc bench` to Slurm: an array with a task per shard, and a job that merges them when
# all have ended.
#
#   scripts/campaign/slurm.sh SHARDS FOLDER PUZZLE... [OPTION...]
#
# Arguments after the folder are passed to `pipsc bench`. The same command resumes a campaign. Limits of the
# cluster are set by the variables of sbatch, such as SBATCH_TIMELIMIT and SBATCH_PARTITION. CORES is the number
# of cores of a task (1), MEMORY its memory, PIPSC the program (pipsc).
set -euo pipefail
shards=$1 folder=$2
shift 2
most=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 - 1 }')
if [ "$shards" -gt "$most" ]; then
  echo "slurm.sh: arrays of this cluster have at most $most tasks; $shards shards are too many" >&2
  exit 2
fi
pipsc=$(command -v "${PIPSC:-pipsc}")
mkdir -p "$folder"
folder=$(realpath "$folder")
bench=$(printf '%q ' "$pipsc" bench "$@") merge=$(printf '%q ' "$pipsc" bench --merge) quoted=$(printf '%q' "$folder")
tasks=$(sbatch --parsable --requeue --open-mode append --array "1-$shards" --cpus-per-task "${CORES:-1}" \
  ${MEMORY:+--mem "$MEMORY"} --output "$folder/shard-%a.log" --wrap "exec $bench \
    --shard \$SLURM_ARRAY_TASK_ID/$shards --out $quoted/shard-\$SLURM_ARRAY_TASK_ID.jsonl --resume")
sbatch --parsable --dependency "afterany:$tasks" --output "$folder/report.txt" --wrap "rm -f $quoted/all.jsonl
  exec $merge $quoted/shard-*.jsonl --out $quoted/all.jsonl"
