# %% [markdown]
# # Games played on a server
#
# `knobel export` writes a line for every seat of every game in a server's database, while it runs:
#
#     pip install '.[data]'
#     knobel export evenings.parquet
#     python evenings.py

# %%
import matplotlib.pyplot as plt
import polars as pl

seats = pl.read_parquet("evenings.parquet")
games = seats.unique(["table", "number"], maintain_order=True)
seats.head()

# %% [markdown]
# How many games of each kind were begun and ended, and how long one takes.

# %%
kinds = games.group_by("game").agg(
    pl.len().alias("begun"),
    pl.col("ended").count().alias("ended"),
    (pl.col("ended") - pl.col("started")).median().alias("median time"),
)
print(kinds.sort("begun", descending=True))

# %% [markdown]
# People and bots at one table: who scores how much? Games in which a bot moved for a person are left out.

# %%
people = pl.col("bot").fill_null("people").alias("who")
over = seats.filter(pl.col("ended").is_not_null() & ~pl.col("assisted") & ~pl.col("what_if")).with_columns(people)
scores = over.group_by("game", "who").agg(pl.len().alias("seats"), pl.col("score").mean())
print(scores.sort("game", "score"))

# %%
hours = games.group_by(pl.col("started").dt.hour().alias("hour")).len().sort("hour")
figure, axes = plt.subplots(figsize=(7, 3), layout="constrained")
axes.bar(hours["hour"], hours["len"])
axes.set(xlabel="hour (UTC)", ylabel="games begun", xlim=(-0.5, 23.5))
figure.savefig("evenings.svg")
