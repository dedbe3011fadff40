"""Check every die of a game kept by the Judge: python check_dice.py EXPORT.json (docs/dice.md says how it works)."""
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

game, wrong, count = json.load(open(sys.argv[1], encoding="utf-8")), [], 0
known = {(reel["number"], 0): reel["open_commitment"] for reel in game["dice"]}
for step in (step for step in game["steps"] if "dice" in step):
    dice, link, words, orders = (step["dice"], *(bytes.fromhex(step["dice"][key]) for key in ("open", "words", "orders")))
    chain, place = divmod(dice["link"] - 1, game["dice"][dice["reel"]]["length"])
    start = link
    for _ in range(place + 1):
        start = hashlib.sha256(start).digest()
    if start.hex() != known.get((dice["reel"], chain)):
        wrong.append(f"step {step['number']}: its link does not lead back to the commitment")
    if "next" in dice and sha(bytes.fromhex(dice["salt"]), bytes.fromhex(dice["next"])) == link:
        known[dice["reel"], chain + 1] = dice["next"]
    keys = [sha(link, words, orders), sha(bytes.fromhex(dice.get("sealed", "")), words, sha(b"sealed", orders))]
    for one in step["draws"]:
        count += 1
        if draw(keys[one["sealed"]], one["label"], one["sides"], one["kind"]) != one["result"]:
            wrong.append(f"step {step['number']}: {one['label']}")
print(*wrong, f"{count} draws checked, {len(wrong)} wrong", sep="\n")
sys.exit(bool(wrong))
