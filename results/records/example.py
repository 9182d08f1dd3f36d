"""The least load among liars, and the smallest difference covers, from the data package.

python3 example.py draws records.png beside this file; it needs pandas and matplotlib.
"""
from pathlib import Path

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd

here = Path(__file__).resolve().parent
covers = pd.read_csv(here / "cyclic.csv")
liars = pd.read_csv(here / "byzantine.csv")

# The witnesses: every cover is judged by its definition.
records = pd.read_json(here / "records.jsonl.gz", lines=True)
for _, r in records[records.what == "cyclic"].iterrows():
    residues = r.witness["residues"]
    assert {(a - b) % r.n for a in residues for b in residues} == set(range(r.n)), r.n

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
left.plot(covers.n, covers.n**0.5, color="grey", linewidth=1, label="√n")
for optimal, part in covers.groupby("optimal"):
    left.plot(part.n, part.value, ".", label="proved least" if optimal else "best known")
left.set(xlabel="n", ylabel="residues", title="Difference covers of Z_n")
left.legend()
for kind, part in liars[liars.b == 1].groupby("kind"):
    right.plot(part.n, part.value_about, ".-", label=kind)
right.set(xlabel="nodes", ylabel="load", title="Least known load, one liar")
right.legend()
figure.savefig(here / "records.png", dpi=120)
