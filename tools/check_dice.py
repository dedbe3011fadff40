"""Check every die of a game kept by the Judge, with what you hold yourself (docs/dice.md says how it works):

    python check_dice.py EXPORT.json [--commitment HASH] [--word SEAT=WORD] [--round STEP=ROUND:RANDOMNESS] [--record HASH]
"""
import hashlib, hmac, json, sys

def sha(*parts):
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()

def number(key, label, sides, n=0):
    value = int.from_bytes(hmac.digest(key, f"{label}#{n}".encode(), "sha256")[:8], "big")
    return value % sides if value < 2**64 - 2**64 % sides else number(key, label, sides, n + 1)

def draw(key, label, sides, kind):
    order = list(range(sides)) if kind == "shuffle" else [number(key, label, sides) + 1]
    for i in range(len(order) - 1, 0, -1):
        j = number(key, f"{label}/{i}", i + 1)
        order[i], order[j] = order[j], order[i]
    return order

def pairs(values):
    return sha(*(f"{key}={values[key]}".encode() for key in sorted(values)))

def record(before, step):  # the hash of a step, which holds that of the step before
    said = {key: step[key] for key in ("made", "number", "kind", "window", "title", "made_at", "reason")}
    said["orders"] = {seat: one["hash"] for seat, one in step["orders"].items()}
    said["events"] = [event for event in step["events"] if event.get("told") is None]
    said["draws"] = [one for one in step["draws"] if not one["sealed"]]
    said["dice"] = {key: value for key, value in (step.get("dice") or {}).items() if key != "sealed"}
    return sha(before.encode(), json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hex()[:32]

def check(game, commitment="", words=(), rounds=(), records=()):
    wrong, count, reels = [], 0, {reel["number"]: reel for reel in game["dice"]}
    steps = sorted(game["steps"] + [step for back in game["undone"] for step in back["steps"]], key=lambda step: step["made"])
    if [step["made"] for step in steps] != list(range(1, len(steps) + 1)):
        wrong.append("steps are missing: those that were made are not all here")
    if commitment and commitment != reels[0]["open_commitment"]:
        wrong.append("the game's first commitment is not the one you were given")
    given = {(one["seat"], one["word"]) for one in game["words"]}
    wrong += [f"the word {seat}={word} was not mixed in" for seat, word in words if (seat, word) not in given]
    back = {one["reel"] for one in game["undone"]}
    for reel in game["dice"][1:]:
        used = any(step.get("dice") and step["made"] == reel["after"] and (step["dice"]["reel"], step["dice"]["link"])
                   == (reel["number"] - 1, reel["length"] * reel["chains"]) for step in steps)
        if not used and reel["number"] not in back:
            wrong.append(f"reel {reel['number']} follows no rollback that was published")
    known = {(reel["number"], 0): reel["open_commitment"] for reel in game["dice"]}  # (reel, links in all) -> link
    last, seen, closed, hashes, paths, beacon = {}, {}, {}, {0: ""}, {0: b""}, game.get("beacon")
    for step in steps:
        at, orders = f"step {step['number']}", pairs({seat: one["hash"] for seat, one in step["orders"].items()})
        hashes[step["made"]] = record(hashes[step["from"]], step)
        # A step made again is the one that was made after the same steps with the same orders.
        paths[step["made"]] = sha(paths[step["from"]], orders if step.get("dice") else str(step["made"]).encode())
        if hashes[step["made"]] != step["record"]:
            wrong.append(f"{at}: it was changed after it was told")
        if not step.get("dice"):
            if step["draws"]:
                wrong.append(f"{at}: it has draws, but no link to draw them from")
            continue
        dice, link, here = step["dice"], bytes.fromhex(step["dice"]["open"]), (step["dice"]["reel"], step["dice"]["link"])
        newest = max(reel["number"] for reel in game["dice"] if reel["after"] < step["made"])
        if here != seen.setdefault(paths[step["made"]], (newest, last.get(newest, 0) + 1)):
            wrong.append(f"{at}: it draws from link {here[1]} of reel {here[0]}, whose turn it was not")
        last[here[0]] = max(last.get(here[0], 0), here[1])
        start = hashlib.sha256(link).hexdigest()
        if (here[0], here[1] - 1) not in known or start != known[here[0], here[1] - 1]:
            wrong.append(f"{at}: its link does not lead back to the commitment")
        length = reels[here[0]]["length"]
        known[here] = link.hex()
        if here[1] % length == 0 and "next" in dice:
            if sha(bytes.fromhex(dice["salt"]), bytes.fromhex(dice["next"])) != link:
                wrong.append(f"{at}: the tip of its chain does not commit to the next")
            known[here] = dice["next"]
        mixed = pairs({one["seat"]: one["word"] for one in game["words"] if one["since"] <= step["made"]})
        beat = dice.get("beacon")
        if bool(beacon) != bool(beat):
            wrong.append(f"{at}: the beacon is not mixed in as the game says")
        if beat and beat.get("missing"):  # the game goes on without its beacon where its setting says so
            wrong += [f"{at}: it was drawn without the beacon"] if beacon and beacon.get("else") != "chain" else []
        elif beat and hashlib.sha256(bytes.fromhex(beat["signature"])).hexdigest() != beat["randomness"]:
            wrong.append(f"{at}: the beacon's randomness is not that of its signature")
        if beat and (beat["closed"] - beacon["genesis"]) // beacon["period"] + 2 != beat["round"]:
            wrong.append(f"{at}: round {beat['round']} is not the first after the window closed")
        if beat and closed.get(step["from"], 0) >= beat["closed"]:
            wrong.append(f"{at}: its window closed before it opened")
        closed[step["made"]] = beat["closed"] if beat else 0
        for place, said in rounds:
            if place == step["number"] and beat and not beat.get("missing") and said != f"{beat['round']}:{beat['randomness']}":
                wrong.append(f"{at}: the beacon's public record says otherwise")
        more = [bytes.fromhex(beat["randomness"])] if beat and not beat.get("missing") else []
        keys = [sha(link, mixed, orders, *more), sha(bytes.fromhex(dice.get("sealed", "")), mixed, sha(b"sealed", orders), *more)]
        for one in step["draws"]:
            if one["sealed"] and "sealed" not in dice:
                continue
            count += 1
            if draw(keys[one["sealed"]], one["label"], one["sides"], one["kind"]) != one["result"]:
                wrong.append(f"{at}: {one['label']}")
    wrong += [f"no step has the record {one} that you were told" for one in records if one not in hashes.values()]
    return wrong, count

if __name__ == "__main__":
    said = list(zip(sys.argv[2::2], sys.argv[3::2]))
    of = lambda name: [value for key, value in said if key == name]
    wrong, count = check(
        json.load(open(sys.argv[1], encoding="utf-8")), "".join(of("--commitment")),
        [tuple(one.split("=", 1)) for one in of("--word")],
        [(int(one.split("=")[0]), one.split("=")[1]) for one in of("--round")], of("--record"),
    )
    print(*wrong, f"{count} draws checked, {len(wrong)} wrong", sep="\n")
    sys.exit(bool(wrong))
