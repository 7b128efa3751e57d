# %% [markdown]
# # How far apart are the levels?
#
# Bots play on the same dice, so that the difference of two of them on one deal is much surer than that of their means.
# The games come from the arena; cells like these run in Jupyter, VS Code and Spyder, and all together with `python`:
#
#     pip install '.[data]'
#     knobel arena knister --bots casual,expert,master --games 300 --output levels.parquet
#     python levels.py

# %%
import matplotlib.pyplot as plt
import polars as pl

seats = pl.read_parquet("levels.parquet")
seats.head()

# %% [markdown]
# Scores and wins. Games of one deal share their dice, so the deal is the independent unit of a standard error.

# %%
by_deal = seats.group_by("deal", "bot").agg(pl.col("score", "win").mean())
table = by_deal.group_by("bot").agg(
    pl.len().alias("deals"),
    pl.col("score").mean().alias("mean"),
    (pl.col("score").std() / pl.len().sqrt()).alias("standard error"),
    pl.col("win").mean().alias("wins"),
)
print(table.sort("mean"))

# %% [markdown]
# The same on the same dice: how much more than the weakest of them.

# %%
weakest = table.sort("mean")["bot"][0]
differences = (
    by_deal.join(by_deal.filter(pl.col("bot") == weakest), on="deal", suffix=" of the weakest")
    .filter(pl.col("bot") != weakest)
    .with_columns(more=pl.col("score") - pl.col("score of the weakest"))
    .group_by("bot")
    .agg(pl.col("more").mean(), (pl.col("more").std() / pl.len().sqrt()).alias("standard error"))
)
print(differences.sort("more"))

# %%
figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
for bot in table.sort("mean")["bot"]:
    axes.hist(seats.filter(pl.col("bot") == bot)["score"], bins=20, alpha=0.6, label=bot)
axes.set(xlabel="points", ylabel="games")
axes.legend()
figure.savefig("levels.svg")
