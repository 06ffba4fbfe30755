#!/usr/bin/env python3
"""Makes results of a campaign up, to measure with: every one of COLUMNS solvers on every one of PUZZLES.

    scripts/campaign/make-up.py COLUMNS PUZZLES SHARDS FOLDER

The files are FOLDER/shard-K.jsonl and FOLDER/plan.jsonl. Nothing in them was measured.
"""
import hashlib
import json
import math
import random
import sys
from pathlib import Path


def fnv(text):
    """64 bits of FNV-1a in hex, as in the keys of runs."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def main():
    columns, puzzles, shards = map(int, sys.argv[1:4])
    folder = Path(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    machine = {"system": "linux x86_64", "cpu": "A processor that was made up", "cores": 64, "memory": 512 << 30,
               "kernel": "6.1.0"}
    head, tail = [], []
    for column in range(columns):
        solver = f"solver-{column:04}"
        steps = ["symmetry", "prune", "redundant"]
        spelling = f"solver {solver}\nencoding compact\nquestion one\nsteps {' '.join(steps)}\ntime 20000"
        head.append((solver, fnv(spelling), chance.uniform(0.3, 3)))
        tail.append(json.dumps({
            "pinned": True, "jobs": 1, "command": f"/opt/solvers/{solver}/bin/{solver} -q --time=20 model.cnf",
            "program_sha256": hashlib.sha256(solver.encode()).hexdigest(), "pipsc": "0.1.0", "machine": machine,
        }, separators=(",", ":"))[1:])
    digests = [fnv(f"puzzle {number}") for number in range(puzzles)]
    hard = [math.exp(chance.gauss(-1, 2)) for _ in digests]
    total = columns * puzzles
    plan = open(folder / "plan.jsonl", "w")
    for shard in range(shards):
        with open(folder / f"shard-{shard + 1}.jsonl", "w", buffering=1 << 20) as out:
            own = range(shard, puzzles, shards)
            out.write(json.dumps({"kind": "plan", "form": 2, "pipsc": "0.1.0", "plan": fnv(str(total)), "runs": total,
                                  "shard": shard + 1, "shards": shards, "due": len(own) * columns}) + "\n")
            for number in own:
                digest, size, model = digests[number], 14 + number % 200, fnv(str(number)) * 4
                for column, (solver, hash, speed) in enumerate(head):
                    time = hard[number] * speed * (0.5 + chance.random())
                    solved = time < 20
                    key = f"{digest}-{hash}-0001"
                    out.write(
                        f'{{"kind":"run","form":2,"key":"{key}","puzzle":"puzzle-{number:05}","digest":"{digest}",'
                        f'"dominoes":{size},"known":false,"start_up":false,"solver":"{solver}","encoding":"compact",'
                        f'"question":"one","steps":["symmetry","prune","redundant"],"version":"1.0","repeat":1,'
                        f'"started":{1790000000000 + number},"time_limit":20.0,'
                        f'"verdict":"{"answered" if solved else "unanswered"}","solutions":"{int(solved)}","exact":false,'
                        f'"wall":{min(time, 20.0):.6f},"cpu":{min(time, 20.0):.6f},"emit":0.01,"memory":31000000,'
                        f'"model_bytes":500000,"model_sha256":"{model}",{tail[column]}\n')
                    plan.write(f'{{"run":{number * columns + column + 1},"shard":{shard + 1},"key":"{key}"}}\n')


if __name__ == "__main__":
    main()
