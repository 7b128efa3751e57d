"""Learning of weights in kernels: step sizes by temporal coherence."""

from knobel.engines.shared.compiled import Array, Float, Int, inlined


@inlined
def adapt(weights: Array, errors: Array, i: Int, step: Float, error: Float) -> None:
    """Move a weight by its share of the step: the size of its summed errors over the sum of their sizes.

    Source: Beal and Smith, "Temporal coherence and prediction decay in TD learning", 1999. `errors` (weights, 2) holds
    both sums.
    """
    if errors[i, 1] > 0:
        step *= abs(errors[i, 0]) / errors[i, 1]
    weights[i] += step
    errors[i, 0] += error
    errors[i, 1] += abs(error)
