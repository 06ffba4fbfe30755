#!/usr/bin/env python3
"""Runs a campaign of `pipsc bench` with HyperQueue: a task a shard.

    scripts/campaign/hyperqueue.py SHARDS FOLDER PUZZLE... [OPTION...]

What follows the folder goes to `pipsc bench`. The same command goes on where it was. Without HQ_SERVER_DIR, the
folder of a server that runs, a cluster is started on this machine, with WORKERS workers (2) of CORES cores (1).
PIPSC is the program that runs (pipsc).
"""
import contextlib
import glob
import os
import shutil
import subprocess
import sys
from pathlib import Path

# This file is called like the package that it needs, and would be found in its place.
sys.path.pop(0)

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest

# A shard that fails is submitted again so often; it goes on where it was.
ATTEMPTS = 3


@contextlib.contextmanager
def connected(cores):
    """A client of a server that runs, or of a cluster of our own."""
    if "HQ_SERVER_DIR" in os.environ:
        yield Client(os.environ["HQ_SERVER_DIR"])
        return
    with LocalCluster() as cluster:
        for _ in range(int(os.environ.get("WORKERS", 2))):
            cluster.start_worker(WorkerConfig(cores=cores))
        yield cluster.client()


def main():
    shards, folder, bench = int(sys.argv[1]), Path(sys.argv[2]).absolute(), sys.argv[3:]
    pipsc = shutil.which(os.environ.get("PIPSC", "pipsc"))
    cores = int(os.environ.get("CORES", 1))
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "plan.jsonl", "w") as plan:
        subprocess.run([pipsc, "bench", *bench, "--plan", "--shards", str(shards)], stdout=plan, check=True)
    left = range(1, shards + 1)
    with connected(cores) as client:
        for _ in range(ATTEMPTS):
            job = Job(default_workdir=os.getcwd(), default_env=dict(os.environ), max_fails=None)
            for shard in left:
                out = ["--out", str(folder / f"shard-{shard}.jsonl"), "--resume", "--format", "none"]
                job.program([pipsc, "bench", *bench, "--shard", f"{shard}/{shards}", *out], name=str(shard),
                            stdout=None, stderr=str(folder / f"shard-{shard}.log"),
                            resources=ResourceRequest(cpus=cores))
            submitted = client.submit(job)
            if client.wait_for_jobs([submitted], raise_on_error=False):
                break
            failed = client.get_failed_tasks(submitted)
            left = [int(job.task_by_id(task).name) for task in failed]
            print(f"hyperqueue.py: shards {left} failed, and are tried again", file=sys.stderr)
    (folder / "all.jsonl").unlink(missing_ok=True)
    files = sorted(glob.glob(f"{glob.escape(str(folder))}/shard-*.jsonl"))
    merge = [pipsc, "bench", "--merge", *files, "--out", str(folder / "all.jsonl")]
    merge += ["--planned", str(folder / "plan.jsonl"), "--missing", str(folder / "missing.jsonl")]
    return subprocess.run(merge).returncode


if __name__ == "__main__":
    sys.exit(main())
