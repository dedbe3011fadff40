"""The auction told again, slowly, straight from the rules: no code of the Judge is used here.

"Lots are resolved in published order; a bid larger than the cash then left is void. A rung above the cash is void,
then ties are judged. On a tie for the highest the tied players' next rungs are compared at once; one without a further
rung stands at his last; the first single highest wins and pays it; if the ladders end tied, nobody wins."
"""


def settle_slowly(bids, purses):
    """For every lot (winner, price), and what is left in the purses."""
    left = dict(purses)
    outcomes = []
    for lot in bids:
        standing = {}
        for bidder in lot:
            rungs = list(lot[bidder])
            # A rung is void when the purse does not hold it; a bid whose first rung is void is void.
            good = []
            for rung in rungs:
                if rung > left[bidder]:
                    break
                good.append(rung)
            if good:
                standing[bidder] = good
        outcome = (None, 0)
        round_number = 0
        while standing:
            says = {}
            for bidder in standing:
                ladder = standing[bidder]
                says[bidder] = ladder[round_number] if round_number < len(ladder) else ladder[len(ladder) - 1]
            top = max(says.values())
            best = [bidder for bidder in standing if says[bidder] == top]
            if len(best) == 1:
                outcome = (best[0], top)
                break
            standing = {bidder: standing[bidder] for bidder in best}
            round_number += 1
            if not any(round_number < len(ladder) for ladder in standing.values()):
                break
        if outcome[0] is not None:
            left[outcome[0]] -= outcome[1]
        outcomes.append(outcome)
    return outcomes, left
