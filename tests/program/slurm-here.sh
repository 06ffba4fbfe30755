#!/usr/bin/env bash
# Slurm on this machine alone, as root, with all that it writes in one folder.
#
#   slurm-here.sh up FOLDER       starts munged, slurmctld and slurmd, and waits for the node
#   slurm-here.sh crash FOLDER    kills the worker in the middle of its work, and starts it again
#   slurm-here.sh down FOLDER     ends all of them
#
# SLURM_CONF=FOLDER/slurm.conf is the cluster. Where it cannot start, the reason is told.
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin
dir=$2 host=$(hostname -s)
export SLURM_CONF=$dir/slurm.conf

# wait_for WHAT COMMAND...: waits until the command succeeds.
wait_for() {
  local what=$1
  shift
  for _ in $(seq 300); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.2
  done
  echo "slurm-here: $what did not happen; the ends of the logs:" >&2
  tail -n 15 "$dir"/*.log >&2
  exit 1
}

is_ready() { sinfo --noheader --format %T | grep -qE '^(idle|mixed|allocated)$'; }

up() {
  mkdir -p "$dir"/{munge,state,spool}
  chmod 700 "$dir/munge"
  head -c 1024 /dev/urandom >"$dir/munge/key"
  chmod 400 "$dir/munge/key"
  munged --force --socket "$dir/munge/socket" --key-file "$dir/munge/key" --log-file "$dir/munge.log" \
    --pid-file "$dir/munge/pid" --seed-file "$dir/munge/seed"
  local port=$((20000 + $$ % 20000))
  cat >"$SLURM_CONF" <<END
ClusterName=pipsc
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$dir/munge/socket
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
BatchStartTimeout=1
SlurmdTimeout=5
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
  slurmctld -c
  slurmd -c
  wait_for "that the node is ready" is_ready
}

is_noticed() { grep -q "due to node failure" "$dir/slurmctld.log"; }

crash() {
  local slurmd step
  slurmd=$(cat "$dir/slurmd.pid")
  # The daemons of its tasks are its children, or were: they name its folder.
  kill -9 "$slurmd"
  for step in $(pgrep -x slurmstepd); do
    if grep -qz "SLURM_CONF=$SLURM_CONF" "/proc/$step/environ" 2>/dev/null; then
      pkill -9 -P "$step" || true
      kill -9 "$step" || true
    fi
  done
  slurmd
  # The controller notices within half a minute, and would wait two minutes before it starts the task again.
  wait_for "that the controller notices" is_noticed
  sleep 1
  for step in $(squeue --noheader --array --states PENDING --format %i --name wrap | grep _); do
    scontrol update "JobId=$step" StartTime=now || true
  done
}

down() {
  scancel --quiet --state RUNNING --state PENDING --user root || true
  for daemon in slurmd.pid slurmctld.pid munge/pid; do
    kill "$(cat "$dir/$daemon")" || true
  done
}

"$1"
