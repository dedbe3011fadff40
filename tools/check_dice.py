"""Check every die of a game kept by the Judge, with what you hold yourself (docs/dice.md says how it works):

    python check_dice.py EXPORT.json [--commitment HASH] [--word SEAT=WORD] [--round STEP=ROUND:RANDOMNESS]
        [--record HASH[=the moment at which, as the same report says, the next window closes]]"""
import hashlib, hmac, json, sys

MOST = 2**53 - 1  # what every language counts alike
HIDES = {*range(9), 11, 12, *range(14, 32), *range(127, 160), 173, *range(8203, 8208), *range(8234, 8239), *range(8288, 8304),
         65279, *range(0xD800, 0xE000)}  # signs that a terminal would obey, or nobody would see
STEP = {
    "made": 0, "from": 0, "number": 0, "kind": "", "window?": "", "title": "", "made_at": "", "reason?": "", "record": 32,
    "orders": {"*": {"hash": 32, "text?": [""]}}, "events": [{"told?": [""]}], "acts?": [{}],
    "closes?": "", "told?": {"*": 32}, "draws": [{"label": "", "kind": "", "sides": 0, "result": [0], "sealed": True}],
    "dice?": {"reel": 0, "link": 0, "open": 64, "sealed?": 64, "next?": 64, "salt?": 64, "beacon?": {
        "closed": 0, "round": 0, "signature?": 1, "previous?": 1, "randomness?": 64, "missing?": True}}}
REEL = {"number": 0, "length": 0, "chains": 0, "after": 0, "open_commitment": 64, "sealed_commitment": 64, "open_secret?": 64,
        "sealed_secret?": 64}
BEACON = {"genesis": 0, "period": 0, "else?": "", "notice?": 0}
GAME = {"format": "", "version": 0, "full": True, "game": {"words": {"*": ""}, "seats": [""]}, "words": [{"seat": "", "word": ""}],
        "beacon?": BEACON, "dice": [REEL], "steps": [STEP], "acts": [{"at": "", "act": "", "step": 0}],
        "undone": [{"reel": 0, "at": "", "from": 0, "to": 0, "reason?": "", "steps": [STEP]}]}

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

def reel_of(secret, length, chains):  # the commitment of a reel, and then each of its links, from its secret
    links, tip = [], sha(secret, b"tip")
    for chain in range(chains - 1, -1, -1):
        run = [tip]
        for _ in range(length):
            run.append(hashlib.sha256(run[-1]).digest())
        links, tip = run[-2::-1] + links, sha(sha(secret, b"salt", str(chain - 1).encode()), run[-1])
    return [run[-1].hex()] + [link.hex() for link in links]

def packed(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()

def act_hash(act):
    return sha(packed(act)).hex()[:32]

def told(before, seat, step):  # the hash of all that a seat alone was told
    events = [event for event in step["events"] if event.get("told") is not None and seat in event["told"]]
    return sha((before.get("told") or {}).get(seat, "").encode(), seat.encode(), packed([step["number"], events])).hex()[:32]

def record(before, step, game):  # the hash of a step, which holds that of the step before
    said = {key: step.get(key) for key in ("made", "number", "kind", "window", "title", "made_at", "reason")}
    said["orders"] = {seat: one["hash"] for seat, one in step["orders"].items()}
    said["events"] = [event for event in step["events"] if event.get("told") is None]
    said["draws"] = [one for one in step["draws"] if not one["sealed"]]
    said["dice"] = {key: value for key, value in (step.get("dice") or {}).items() if key != "sealed"}
    if game["version"] > 2:
        said["acts"] = step["acts"]
        promised = ("open_commitment", "sealed_commitment", "length", "chains")
        reels = [[one[key] for key in promised] for one in game["dice"] if one["after"] < step["made"]]
        said["promised"] = [game["words"], game.get("beacon"), reels] + [step.get("closes")] * (game["version"] > 3)
    return sha(before.encode(), packed(said)).hex()[:32]

def plain(value, depth=0):  # whole numbers, text that can be written and shown, nothing too deep
    if isinstance(value, (list, dict)):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return depth <= 60 and all(plain(one, depth + 1) for one in parts)
    is_number = isinstance(value, int) and abs(value) <= MOST
    return HIDES.isdisjoint(map(ord, value)) if isinstance(value, str) else value is None or isinstance(value, bool) or is_number

def fits(value, shape):  # whether a value has a shape: 0 a number, "" text, 32 that many hex digits, 1 any hex, {} a mapping
    if isinstance(shape, dict) and "*" in shape:
        return isinstance(value, dict) and all(fits(one, shape["*"]) for one in value.values())
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            (key[-1] == "?" and value.get(key[:-1]) is None) or fits(value.get(key.rstrip("?")), one) for key, one in shape.items())
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if shape is True or shape == "":
        return isinstance(value, bool if shape is True else str)
    if shape == 0:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str) and len(value) in ((shape,) if shape > 1 else range(0, 401, 2)) and not set(value) - set("0123456789abcdef")

def labels(step):  # what each draw of a step is drawn under
    shuffled = [one for one in step["draws"] if one["kind"] == "shuffle"]
    return [one["label"] for one in step["draws"] if one["kind"] == "roll"] + [one["label"] + "/" for one in shuffled] + [
        f"{one['label']}/{i}" for one in shuffled for i in range(1, min(one["sides"], len(one["result"])))]

def broken(game, steps):  # why it cannot be read as a game at all
    made, reels, after = {0: -1} | {step["made"]: step["number"] for step in steps}, game["dice"], [one["after"] for one in game["dice"]]
    drawn, draws = [step["dice"] for step in steps if step.get("dice")], [one for step in steps for one in step["draws"]]
    return next((said for said, is_so in {
        "steps are missing: those that were made are not all here": [*made] != list(range(len(steps) + 1)),
        "a step does not follow the one it was made from": any(
            not 0 <= step["from"] < step["made"] or made.get(step["from"], -2) + 1 != step["number"] for step in steps),
        "the steps of the game do not follow one another":
            [0, *(step["made"] for step in game["steps"])][:-1] != [step["from"] for step in game["steps"]],
        "reels are missing": [one["number"] for one in reels] != list(range(len(after))) or after[:1] != [0] or after != sorted(after),
        "a reel is not of a length that there is": any(not 0 < one["length"] * one["chains"] <= 4000 or one["length"] < 1 for one in reels),
        "a step draws from a reel that was never published": any(not 0 <= one["reel"] < len(after) or one["link"] < 1 for one in drawn),
        "a draw is neither a roll nor a shuffle": any(
            not (one["kind"] == "roll") <= one["sides"] <= 10**6 or one["kind"] not in ("roll", "shuffle")
            or (one["kind"] == "shuffle" and one["sides"] != len(one["result"])) for one in draws),
        "a label is drawn under twice": any(len(set(one)) < len(one) for one in map(labels, steps)),
        "a step has orders, or the game a word, of a seat that is none of its seats": any(
            seat not in game["game"]["seats"] for seat in [seat for step in steps for seat in step["orders"]]
            + [one["seat"] for one in game["words"] if game["version"] > 3]),
        "a step does not say what the game master did before it": game["version"] > 2 and any(step.get("acts") is None for step in steps),
        "its beacon has no period": any(
            not fits(one, BEACON) or one["period"] < 1 or (one.get("notice") or 0) < 0 for one in beacons(game, steps)),
        "it says that it is whole and is not, or the other way round": game["full"] != all(
            reel.get(f"{kind}_secret") is not None for reel in reels for kind in ("open", "sealed")),
        "it is whole, but sealed links or orders are missing": game["full"] and (
            any(one.get("sealed") is None for one in drawn)
            or any(one.get("text") is None for step in steps for one in step["orders"].values())),
    }.items() if is_so), "")

def check_promises(game, steps, commitment, words):
    first = game["dice"][0]
    said = {one["seat"]: one["word"] for one in game["words"]}
    if len(said) != len(game["words"]) or said != game["game"]["words"]:
        yield "the words are not those that the game was begun with"
    yield from (f"{one} is none of the game's first commitments" for one in commitment.split()
                if one.lower().split(":")[-1] not in (first["open_commitment"], first["sealed_commitment"])
                or one.split(":")[:-1] not in ([], [str(game["version"])]))
    yield from (f"the word {seat}={word} was not mixed in" for seat, word in words if said.get(seat) != word)
    drawn = {step["made"]: (step["dice"]["reel"], step["dice"]["link"]) for step in steps if step.get("dice")}
    for reel in game["dice"][1:]:
        used = drawn.get(reel["after"]) == (reel["number"] - 1, reel["length"] * reel["chains"])
        if not used and [one["reel"] for one in game["undone"]].count(reel["number"]) != 1:
            yield f"reel {reel['number']} follows no rollback that was published"
    since = 0
    for back in game["undone"]:
        if not 0 < back["reel"] < len(game["dice"]) or game["dice"][back["reel"]]["after"] < since or any(
                not since < step["made"] <= game["dice"][back["reel"]]["after"] for step in back["steps"]):
            yield f"the rollback to step {back['to']} cannot have taken back what it says"
            return
        since = game["dice"][back["reel"]]["after"]
    if game["version"] < 3:
        return
    about = lambda one: [one.get(key) for key in ("at", "from", "to", "reason")]
    if packed([about(act) for act in rollbacks(game)]) != packed([about(back) for back in game["undone"]]):
        yield "the rollbacks are not those among the game master's acts"
    if packed(acts := [act for step in steps for act in step["acts"]]) != packed(game["acts"][: len(acts)]):
        yield "the game master's acts are not those that were told"
    if game["version"] < 4:
        return
    edits = [act["step"] for act in game["acts"] if act["act"] in ("edit", "without player")]
    if edits != [step["number"] for step in steps if step["kind"] == "edit"]:
        yield "the corrections are not those among the game master's acts"
    if any(not step.get("dice") and step["kind"] not in ("edit", "end") for step in steps):
        yield "a step that is no correction has no dice"
    if any(one.get(key) != (game.get("beacon") or {}).get(key) for one in beacons(game, steps) for key in ("else", "notice")):
        yield "a setting of the beacon was changed in the middle of the game"

def rollbacks(game):
    return [act for act in game["acts"] if act["act"] == "rollback"]

def check_secrets(game, steps):  # of a game that is over
    # After a rollback of a game whose secrets were known to all, reels are made from a secret of their own.
    links, anew = {}, {back["reel"] for back, act in zip(game["undone"], rollbacks(game)) if act.get("anew") is True}
    for reel, kind in ((one, kind) for one in game["dice"] for kind in ("open", "sealed") if one.get(f"{kind}_secret") is not None):
        base = max(0, *(one for one in (0, *anew) if one <= reel["number"]))
        secret, first = bytes.fromhex(reel[f"{kind}_secret"]), bytes.fromhex(game["dice"][base].get(f"{kind}_secret") or "")
        links[kind, reel["number"]] = reel_of(secret, reel["length"], reel["chains"])
        if links[kind, reel["number"]][0] != reel[f"{kind}_commitment"]:
            yield f"reel {reel['number']}: the {kind} secret does not give its commitment"
        if game["version"] > 2 and reel["number"] != base and secret != sha(first, b"reel", str(reel["number"]).encode()):
            yield f"reel {reel['number']}: the {kind} secret was not made from the first one"
    for step in steps:
        dice, salt = step.get("dice") or {}, ""
        if dice.get("sealed") is not None:
            if links.get(("sealed", dice["reel"]), [])[dice["link"] :][:1] != [dice["sealed"]]:
                yield f"step {step['number']}: its sealed link is not that of the secret"
            for seat, one in step["orders"].items():
                salt = sha(bytes.fromhex(dice["sealed"]), b"orders", seat.encode()).hex()
                if one.get("text") is not None and one["hash"] != hashlib.sha256(
                        "\n".join((salt, seat, *sorted(set(one["text"])))).encode()).hexdigest()[:32]:
                    yield f"step {step['number']}: the sealed orders of {seat} are not those whose hash was published"

def beacons(game, steps):  # that of the game, and those that it took instead of it
    return [game.get("beacon")] * bool(game.get("beacon")) + [
        act.get("beacon") for step in steps for act in step.get("acts") or () if act.get("act") == "beacon changed"]

def was_told(step, beat, words):  # whether the newest round told before the step is its own, and for these orders
    told = [act for act in step["acts"] if act.get("act") == "round fixed"]
    orders = {seat: one["hash"] for seat, one in step["orders"].items()} if step["from"] else {"words": words.hex()}
    about = [step.get("window") or "setup", beat["closed"], beat["round"], orders]
    return bool(told) and packed([told[-1].get(key) for key in ("window", "closed", "round", "orders")]) == packed(about)

def check_beat(beacon, step, beat, before, rounds):
    if bool(beacon) != bool(beat):
        yield "the beacon is not mixed in as the game says"
    if not beacon or not beat:
        return
    if beat.get("missing"):  # the game goes on without its beacon where its setting says so
        if beacon.get("else") != "chain" or beat.get("randomness") is not None:
            yield "it was drawn without the beacon"
    elif hashlib.sha256(bytes.fromhex(beat.get("signature") or "")).hexdigest() != beat.get("randomness"):
        yield "the beacon's randomness is not that of its signature"
    if (beat["closed"] + (beacon.get("notice") or 0) - beacon["genesis"]) // beacon["period"] + 2 != beat["round"]:
        yield f"round {beat['round']} is not the first after the window closed"
    if before["closed"] >= beat["closed"]:
        yield "its window closed before it opened"
    said = f"{beat['round']}:{beat.get('randomness')}"
    if not beat.get("missing") and any(at == step["number"] and one != said for at, one in rounds):
        yield "the beacon's public record says otherwise"

def check(game, commitment="", words=(), rounds=(), records=()):
    if not plain(game) or not fits(game, GAME) or game["format"] != "judge-game" or game["version"] not in (2, 3, 4):
        return ["this is no record of a game that this checker knows"], 0
    steps = sorted(game["steps"] + [step for back in game["undone"] for step in back["steps"]], key=lambda step: step["made"])
    if broken(game, steps):
        return [broken(game, steps)], 0
    wrong, count = [*check_promises(game, steps, commitment, words), *check_secrets(game, steps)], 0
    known = {(reel["number"], 0): reel["open_commitment"] for reel in game["dice"]}  # (reel, links in all) -> link
    mixed = pairs({one["seat"]: one["word"] for one in game["words"]})
    last, seen, beats, hashes, paths = {}, {}, {}, {0: ""}, {0: b""}
    for step in steps:
        at, orders = f"step {step['number']}", pairs({seat: one["hash"] for seat, one in step["orders"].items()})
        hashes[step["made"]] = record(hashes[step["from"]], step, game)
        # A step made again is the one that was made after the same steps with the same orders.
        paths[step["made"]] = path = sha(paths[step["from"]], orders if step.get("dice") else str(step["made"]).encode())
        before = steps[step["from"] - 1] if step["from"] else {}
        if hashes[step["made"]] != step["record"] or any(
                told(before, seat, step) != one for seat, one in (step.get("told") or {}).items()):
            wrong.append(f"{at}: it was changed after it was told")
        if not step.get("dice"):
            wrong += [f"{at}: it has draws, but no link to draw them from"] if step["draws"] else []
            continue
        dice, link, here = step["dice"], bytes.fromhex(step["dice"]["open"]), (step["dice"]["reel"], step["dice"]["link"])
        newest = max(reel["number"] for reel in game["dice"] if reel["after"] < step["made"])
        if here != seen.setdefault(path, (newest, last.get(newest, 0) + 1)):
            wrong.append(f"{at}: it draws from link {here[1]} of reel {here[0]}, whose turn it was not")
        last[here[0]] = max(last.get(here[0], 0), here[1])
        if known.get((here[0], here[1] - 1)) != hashlib.sha256(link).hexdigest():
            wrong.append(f"{at}: its link does not lead back to the commitment")
        is_tip = dice.get("next") is not None or dice.get("salt") is not None
        if is_tip and sha(bytes.fromhex(dice.get("salt") or ""), bytes.fromhex(dice.get("next") or "")) != link:
            wrong.append(f"{at}: the tip of its chain does not commit to the next")
        known[here] = dice.get("next") if is_tip and here[1] % game["dice"][here[0]]["length"] == 0 else dice["open"]
        beat, named = dice.get("beacon") or {}, beacons(game, steps[: step["made"]] if game["version"] > 3 else ())
        before = (before.get("dice") or {}).get("beacon") or {"closed": -1}
        wrong += [f"{at}: {one}" for one in check_beat(named[-1] if named else None, step, beat, before, rounds)]
        if game["version"] > 3 and named and beat and (  # a step made again has the round it had
                packed(beats[path]) != packed(beat) if path in beats else not was_told(step, beat, mixed)):
            wrong.append(f"{at}: its round is not the one that was told when its window closed, for these orders")
        beats.setdefault(path, beat)
        more = [bytes.fromhex(beat["randomness"])] if beat.get("randomness") is not None else []
        keys = [sha(link, mixed, orders, *more), sha(bytes.fromhex(dice.get("sealed") or ""), mixed, sha(b"sealed", orders), *more)]
        shown = [one for one in step["draws"] if not one["sealed"] or dice.get("sealed") is not None]
        count += len(shown)
        wrong += [f"{at}: {one['label']}" for one in shown
                  if draw(keys[one["sealed"]], one["label"], one["sides"], one["kind"]) != one["result"]]
    found = {*hashes.values(), *(act_hash(act) for act in game["acts"] if game["version"] > 3)}
    found |= {one for step in steps for one in (step.get("told") or {}).values()}
    held = {one.partition("=")[0] for one in records}
    for step in steps:  # who has the mail of one round of a step was to have those of all
        fixed = [act_hash(act) for act in step.get("acts") or () if act.get("act") == "round fixed"]
        wrong += [f"step {step['number']}: another round was told for it, of which you hold no mail (record {one})"
                  for one in fixed if one not in held and held & {*fixed}]
    for one, _, moment in (one.partition("=") for one in records):
        wrong += [] if one in found else [f"no step has the record {one} that you were told"]
        wrong += [f"step {step['number']}: your report says that the next window closes at {moment}, the record says otherwise"
                  for step in steps if moment and step["record"] == one
                  and (step.get("closes") if game["version"] > 3 else None) != moment]
    return wrong, count

if __name__ == "__main__":
    said = list(zip(sys.argv[2::2], sys.argv[3::2]))
    of = lambda name: [value for key, value in said if key == name]
    try:
        if len(sys.argv) % 2 or any(key not in ("--commitment", "--word", "--round", "--record") for key, _ in said):
            raise ValueError(__doc__)
        with open(sys.argv[1], encoding="utf-8") as file:
            wrong, count = check(
                json.load(file), " ".join(of("--commitment")), [tuple(one.split("=", 1)) for one in of("--word")],
                [(int(one.split("=")[0]), one.split("=")[1]) for one in of("--round")], of("--record"))
    except (ValueError, LookupError, OSError, RecursionError) as error:
        sys.exit(f"this cannot be checked: {error}")
    print(*wrong, f"{count} draws checked, {len(wrong)} wrong", sep="\n")
    sys.exit(bool(wrong))
