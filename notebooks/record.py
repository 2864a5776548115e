"""What the notebooks share: reading the record, and how they draw.

A notebook reads results/ and nothing else. FILTERLAB_RESULTS names another folder of records.
Verdicts are read from verdicts.csv and never computed here; what is computed are sums and ratios of counts.
"""

import os
import pathlib
import warnings

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

RESULTS = pathlib.Path(os.environ.get("FILTERLAB_RESULTS") or pathlib.Path(__file__).parent.parent / "results")

# Eight colours that people with colour-vision deficiencies tell apart (Okabe and Ito 2008). Shapes differ too.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#8A8A00"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "*"]


def style(number):
    """Colour and marker of the number-th thing in a figure; the first sixty-four differ."""
    return COLOURS[number % 8], MARKERS[(number + number // 8) % 8]


def table(experiment, name):
    """One file of a record. Ids stay text: some look like numbers."""
    return pd.read_csv(RESULTS / experiment / name, dtype={"cell_id": str, "params": str})


def load(experiment, check="fpr"):
    """One row a cell: the cell, its counts summed, and the verdict of one check (fpr, fill or conditional).

    Beside the columns of results/README.md there are rate (false positives over queries), low and high (the interval
    of verdicts.csv), and each parameter of the cell as a column of text. The three files are held against each other.
    """
    cells, counts, verdicts = (table(experiment, f + ".csv") for f in ("cells", "counts", "verdicts"))
    verdicts = verdicts[verdicts.check == check]
    assert cells.cell_id.is_unique and verdicts.cell_id.is_unique, f"{experiment}: a cell stands there twice"
    assert set(counts.cell_id) == set(cells.cell_id), f"{experiment}: counts.csv and cells.csv have other cells"
    fine = ["ok", "the variant counts no set bits"]
    assert counts.status.isin(fine).all(), f"{experiment}: a row of counts.csv is not ok"
    assert (counts.false_negatives == 0).all(), f"{experiment}: a key that was added was not found"

    numbers = counts.drop(columns=["first_trial", "seed", "status", "queries", "trials"])
    sums = numbers.groupby("cell_id").sum(min_count=1)
    asked = counts.groupby("cell_id").queries.sum()
    verdicts = verdicts.drop(columns=["expect"]).rename(
        columns={"fpr": "judged", "fpr_low": "low", "fpr_high": "high", "theory_fpr": "judged_against"})
    rows = cells.join(sums, on="cell_id").merge(verdicts, on="cell_id", how="left")
    assert (rows.cell_id.map(asked) == rows.queries).all(), f"{experiment}: not all queries were asked"
    rows["rate"] = rows.false_positives / rows.queries
    if check == "fpr":  # six digits of verdicts.csv are those of the counts, nine of theory those of the cells
        judged = rows[rows.judged.notna()]
        assert np.allclose(judged.judged, judged.rate, rtol=1e-5, atol=0), f"{experiment}: verdicts.csv is of other counts"
        assert np.allclose(judged.judged_against, judged.theory_fpr, rtol=1e-8, atol=0), f"{experiment}: theory differs"
        assert ((judged.low <= judged.judged) & (judged.judged <= judged.high)).all(), f"{experiment}: rate off its interval"
    words = rows.params.fillna("").map(lambda p: dict(w.split("=", 1) for w in p.split(";") if w))
    return rows.join(pd.DataFrame(list(words), index=rows.index), rsuffix="_param")


SAMPLES = ["round", "attempt", "ops", "elapsed_ns", "cpu_ns", "warnings", "status"]  # joined by | in a file of timings


def samples_of(path):
    """The samples of one file of timings, one row each: there a line is a benchmark, and equal values are written once."""
    lines = pd.read_csv(path, dtype={**dict.fromkeys(SAMPLES, str), "params": str, "aa": str, "variant": str})
    if not set(SAMPLES) <= set(lines):
        return None
    split = lines[SAMPLES].fillna("").apply(lambda column: column.str.split("|"))
    rounds = split["round"].str.len()
    for column in SAMPLES:
        split[column] = [values * n if len(values) == 1 else values for values, n in zip(split[column], rounds)]
    rows = lines.drop(columns=SAMPLES).join(split).explode(SAMPLES, ignore_index=True)
    rows = rows.astype(dict.fromkeys(SAMPLES[:5], "int64"))
    rows["ns_per_op"] = (rows.elapsed_ns / rows.ops).where((rows.ops > 0) & (rows.elapsed_ns > 0))
    return rows.assign(lines=rows.ns_per_op / rows.line_ns, limit_ratio=rows.ns_per_op / rows.limit_ns)


def timings():
    """All samples under results/timings, one row each, with the kind of machine and the record they belong to.

    Empty where there is no record. Only samples that count: status ok. Fronts (tables made of these) and growth (whole processes) are left out.
    """
    frames = []
    for path in sorted((RESULTS / "timings").glob("*/*.csv")):
        samples = samples_of(path)
        if samples is not None:
            frames.append(samples.assign(machine=path.parent.name, record=path.stem))
    if not frames:
        return pd.DataFrame()
    rows = pd.concat(frames, ignore_index=True)
    return rows[rows.status == "ok"].fillna({"params": "", "aa": "", "warnings": "", "variant": "", "figure": "", "cache": ""})


def one(rows, **want):
    """The single row that has these values; anything but one is an error."""
    found = rows
    for column, value in want.items():
        found = found[found[column] == value]
    assert len(found) == 1, f"{len(found)} rows have {want}"
    return found.iloc[0]


def apart(a, b):
    """Whether the interval of a ends below that of b: then a is shown to be the smaller."""
    return a.high < b.low


def plot(width=6.4, height=4.0, columns=1):
    """A figure in the notebooks' common dress."""
    plt.rcParams.update({
        "font.family": ["Liberation Sans", "DejaVu Sans"], "font.size": 10, "figure.dpi": 110,
        "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True,
        "grid.color": "#dddddd", "grid.linewidth": 0.6, "legend.frameon": False})
    warnings.filterwarnings("error", message="Glyph .* missing")  # a box in place of a letter is an error
    return plt.subplots(1, columns, figsize=(width, height), constrained_layout=True)


def measured(ax, rows, x, number, label, scale=1.0):
    """Points with the interval of verdicts.csv, divided by scale; where nothing was seen, the upper bound as an arrow."""
    colour, marker = style(number)
    x, scale = np.asarray(rows[x] if isinstance(x, str) else x, dtype=float), np.broadcast_to(scale, len(rows))
    rate, low, high = (rows[c].to_numpy(dtype=float) / scale for c in ("rate", "low", "high"))
    seen = rows.false_positives.to_numpy() > 0
    ax.errorbar(x[seen], rate[seen], yerr=[(rate - low)[seen], (high - rate)[seen]], fmt=marker, color=colour,
                markersize=4.5, capsize=2.5, linewidth=1.2, label=label)
    if not seen.all():
        ax.plot(x[~seen], high[~seen], linestyle="", marker=r"$\downarrow$", markersize=9, color=colour)


def theory(ax, rows, x, number, label=None, scale=1.0):
    """The line that theory predicts for these cells, divided by scale."""
    line = pd.DataFrame({"x": rows[x], "y": rows.theory_fpr / scale}).sort_values("x")
    ax.plot(line.x, line.y, color=style(number)[0], linewidth=1.1, alpha=0.8, label=label)


def show(rows, *columns):
    """A short table of rows."""
    return rows[list(columns)].reset_index(drop=True)
