"""Check every die of a game kept by the Judge, with what you hold yourself: docs/dice.md says how all of it works.

This knows no rules of any game: only `judge verify`, which plays a game again, finds that a rule was broken."""
import argparse, hashlib, hmac, json, time

UNKNOWN = "this is no record of a game that this checker knows"
HIDES = {*range(9), 11, 12, *range(14, 32), *range(127, 160), 173, *range(8203, 8208), *range(8234, 8239), *range(8288, 8304),
         65279, *range(0xD800, 0xE000)}  # signs that a terminal would obey, or nobody would see
# What a record has at least: a type, how many hex digits (1: any), a list, a mapping (*: any keys), and ? where it may be nothing.
BEAT = {"closed": int, "round": int, "signature?": 1, "previous?": 1, "randomness?": 64, "missing?": bool}
DICE = {"reel": int, "link": int, "open": 64, "sealed?": 64, "next?": 64, "salt?": 64, "beacon?": BEAT}
STEP = {"made": int, "from": int, "number": int, "kind": str, "window?": str, "title": str, "made_at": str, "reason?": str,
        "record": 32, "orders": {"*": {"hash": 32, "text?": [str]}}, "events": [{"told?": [str]}], "acts?": [{}], "closes?": str,
        "draws": [{"label": str, "kind": str, "sides": int, "result": [int], "sealed": bool}], "told?": {"*": 32}, "dice?": DICE}
REEL = {"number": int, "length": int, "chains": int, "after": int, "open_commitment": 64, "sealed_commitment": 64,
        "open_secret?": 64, "sealed_secret?": 64}
BEACON = {"genesis": int, "period": int, "else?": str, "notice?": int}
GAME = {"format": str, "version": int, "full": bool, "game": {"words": {"*": str}, "seats": [str]}, "beacon?": BEACON,
        "words": [{"seat": str, "word": str}], "dice": [REEL], "steps": [STEP], "acts": [{"at": str, "act": str, "step": int}],
        "undone": [{"reel": int, "at": str, "from": int, "to": int, "reason?": str, "steps": [STEP]}]}

class NoGame(Exception):
    """What is no game at all is not looked at any further."""

def need(is_so, said):
    if not is_so:
        raise NoGame(said)

def sha(*parts):
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()

def raw(text):  # the bytes of hex digits; none of nothing
    return bytes.fromhex(text or "")

def packed(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()

def short(*parts):  # a hash as mails tell it
    return sha(*parts).hex()[:32]

def pairs(values):
    return sha(*(f"{key}={values[key]}".encode() for key in sorted(values)))

def number(key, label, sides, n=0):
    value = int.from_bytes(hmac.digest(key, f"{label}#{n}".encode(), "sha256")[:8], "big")
    return value % sides if value < 2**64 - 2**64 % sides else number(key, label, sides, n + 1)

def draw(key, label, sides, kind):
    order = list(range(sides)) if kind == "shuffle" else [number(key, label, sides) + 1]
    for i in range(len(order) - 1, 0, -1):
        j = number(key, f"{label}/{i}", i + 1)
        order[i], order[j] = order[j], order[i]
    return order

def labels(label, sides, kind):  # what a draw is drawn under
    return [label] if kind == "roll" else [f"{label}/", *(f"{label}/{i}" for i in range(1, sides))]

def reel_of(secret, length, chains):  # the commitment of a reel, and then each of its links, from its secret
    links, tip = [], sha(secret, b"tip")
    for chain in range(chains - 1, -1, -1):
        run = [tip]
        for _ in range(length):
            run.append(hashlib.sha256(run[-1]).digest())
        links, tip = run[-2::-1] + links, sha(sha(secret, b"salt", str(chain - 1).encode()), run[-1])
    return [run[-1].hex()] + [link.hex() for link in links]

def told(before, seat, step):  # the hash of all that a seat alone was told
    events = [event for event in step["events"] if event.get("told") is not None and seat in event["told"]]
    return short((before.get("told") or {}).get(seat, "").encode(), seat.encode(), packed([step["number"], events]))

def record(before, step, game):  # the hash of a step, which holds that of the step before
    said = {key: step.get(key) for key in ("made", "number", "kind", "window", "title", "made_at", "reason")}
    said["orders"] = {seat: one["hash"] for seat, one in step["orders"].items()}
    said["events"] = [event for event in step["events"] if event.get("told") is None]
    said["draws"] = [one for one in step["draws"] if not one["sealed"]]
    said["dice"] = {key: value for key, value in (step.get("dice") or {}).items() if key != "sealed"}
    if game["version"] > 2:
        promised = ("open_commitment", "sealed_commitment", "length", "chains")
        reels = [[one[key] for key in promised] for one in game["dice"] if one["after"] < step["made"]]
        said["promised"] = [game["words"], game.get("beacon"), reels] + [step.get("closes")] * (game["version"] > 3)
        said["acts"] = step["acts"]
    return short(before.encode(), packed(said))

def plain(value, depth=0):  # whole numbers that every language counts alike, text that can be shown, nothing too deep
    if isinstance(value, (list, dict)):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return depth <= 60 and all(plain(one, depth + 1) for one in parts)
    is_number = isinstance(value, int) and abs(value) < 2**53
    return HIDES.isdisjoint(map(ord, value)) if isinstance(value, str) else value is None or isinstance(value, bool) or is_number

def fits(value, shape):
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            all(fits(part, one) for part in value.values()) if key == "*"
            else key[-1] == "?" and value.get(key[:-1]) is None or fits(value.get(key.rstrip("?")), one)
            for key, one in shape.items())
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if isinstance(shape, type):
        return type(value) is shape
    is_long = isinstance(value, str) and (len(value) == shape if shape > 1 else len(value) % 2 == 0 and len(value) <= 400)
    return is_long and {*value} <= {*"0123456789abcdef"}

def steps_of(game):  # every step in the order of making, of a record that can be read as a game at all
    need(plain(game) and fits(game, GAME) and game["format"] == "judge-game" and game["version"] in (2, 3, 4), UNKNOWN)
    steps = sorted(game["steps"] + [step for back in game["undone"] for step in back["steps"]], key=lambda step: step["made"])
    made, reels = {0: -1} | {step["made"]: step["number"] for step in steps}, game["dice"]
    drawn, after = [step["dice"] for step in steps if step.get("dice") is not None], [one["after"] for one in reels]
    seats = {seat for step in steps for seat in step["orders"]} | {one["seat"] for one in game["words"] if game["version"] > 3}
    secrets = [reel.get(f"{kind}_secret") for reel in reels for kind in ("open", "sealed")]
    opened = [one.get("sealed") for one in drawn] + [one.get("text") for step in steps for one in step["orders"].values()]
    need([*made] == [*range(len(steps) + 1)], "steps are missing: those that were made are not all here")
    need(all(step["from"] < step["made"] and made[step["from"]] + 1 == step["number"] for step in steps)
         and [0, *(step["made"] for step in game["steps"])][:-1] == [step["from"] for step in game["steps"]],
         "the steps of the game do not follow one another")
    need([one["number"] for one in reels] == [*range(len(reels))] and after[0] == 0 and after == sorted(after)
         and all(0 <= one["reel"] < len(reels) for one in drawn), "reels are missing")
    length, chains = reels[0]["length"], reels[0]["chains"]
    need(length > 0 < chains and length * chains <= 4000 and all((one["length"], one["chains"]) == (length, chains) for one in reels)
         and all(0 < one["link"] <= length * chains for one in drawn), "a reel is not of a length that there is")
    ends = {step["made"] for step in steps if step["kind"] == "end"}
    need(all(step["kind"] in ("setup", "turn", "edit", "end") and (step["kind"] == "setup") == (step["from"] == 0)
             and step["from"] not in ends for step in steps), "a step is of a kind that cannot be there")
    need(all(1 <= one["sides"] <= 10**6 if one["kind"] == "roll" else one["kind"] == "shuffle" and one["sides"] == len(one["result"])
             for step in steps for one in step["draws"]), "a draw is neither a roll nor a shuffle")
    under = [[one for about in step["draws"] for one in labels(about["label"], about["sides"], about["kind"])] for step in steps]
    need(all(len(one) == len(set(one)) for one in under), "a label is drawn under twice")
    need(seats <= {*game["game"]["seats"]}, "a step has orders, or the game a word, of a seat that is none of its seats")
    need(all(fits(one, BEACON) and one["period"] > 0 <= (one.get("notice") or 0) for one in beacons_of(game, steps)), "its beacon has no period")
    need(game["full"] is (None not in secrets), "it says that it is whole and is not, or the other way round")
    need(not game["full"] or None not in opened, "it is whole, but sealed links or orders are missing")
    return steps

def beacons_of(game, steps):  # that of the game, and those that it took instead of it
    changed = [act["beacon"] for step in steps for act in step.get("acts") or () if act.get("act") == "beacon changed"]
    return ([] if game.get("beacon") is None else [game["beacon"]]) + changed

def check_promises(game, steps, backs, unless):
    said, reels, since = {one["seat"]: one["word"] for one in game["words"]}, game["dice"], 0
    unless(len(said) == len(game["words"]) and said == game["game"]["words"], "the words are not those that the game was begun with")
    drawn = {step["made"]: (step["dice"]["reel"], step["dice"]["link"]) for step in steps if step.get("dice") is not None}
    for reel in reels[1:]:
        is_used_up = drawn.get(reel["after"]) == (reel["number"] - 1, reel["length"] * reel["chains"])
        unless(is_used_up or [one["reel"] for one in game["undone"]].count(reel["number"]) == 1,
               f"reel {reel['number']} follows no rollback that was published")
    for back in game["undone"]:
        upto = reels[back["reel"]]["after"] if 0 < back["reel"] < len(reels) else -1
        unless(upto >= since and all(since < step["made"] <= upto for step in back["steps"]),
               f"the rollback to step {back['to']} cannot have taken back what it says")
        since = upto
    if game["version"] > 2:
        acts = [act for step in steps for act in step["acts"]]
        unless(packed(acts) == packed(game["acts"][: len(acts)]), "the game master's acts are not those that were told")
        one, other = ([[one.get(key) for key in ("at", "from", "to", "reason")] for one in said] for said in (backs, game["undone"]))
        unless(packed(one) == packed(other), "the rollbacks are not those among the game master's acts")
    if game["version"] > 3:
        unless(are_where_told(game, steps), "the steps are not where the rollbacks that were told lead")
        edits = [act["step"] for act in game["acts"] if act["act"] in ("edit", "without player")]
        unless(edits == [step["number"] for step in steps if step["kind"] == "edit"],
               "the corrections are not those among the game master's acts")
        unless(all((step.get("dice") is None) == (step["kind"] in ("edit", "end")) for step in steps),
               "a step that is no correction has no dice, or a correction has")
        unless(len({packed([one.get("else"), one.get("notice")]) for one in beacons_of(game, steps)}) < 2,
               "a setting of the beacon was changed in the middle of the game")

def are_where_told(game, steps):  # whether every step was made where the game stood, by the rollbacks that were told
    numbers = {0: -1} | {step["made"]: step["number"] for step in steps}
    ups = {0: []}
    heads, reels, told = [0], [game["dice"][back["reel"]]["after"] for back in game["undone"] if 0 < back["reel"] < len(game["dice"])], 0
    for step in [*steps, {"acts": game["acts"][sum(len(step["acts"]) for step in steps) :], "made": len(steps) + 1}]:
        for act in step["acts"]:
            at, to = [[one for one in numbers if packed(numbers[one]) == packed(act.get(key))] for key in ("from", "to")]
            heads = [one for one in heads if one in at] if act.get("act") in ("rollback", "rollforward") else heads
            if act.get("act") == "rollback":
                heads, told = [one for head in heads for one in ups[head] if one in to and reels[told : told + 1] == [step["made"] - 1]], told + 1
            elif act.get("act") == "rollforward":
                heads = [one for one in to if one < step["made"] and {*heads} & {*ups[one]}]
        if "from" in step and step["from"] not in heads:
            return False
        if "from" in step:
            heads, ups[step["made"]] = [step["made"]], [*ups[step["from"]], step["from"]]
    return [0, *(step["made"] for step in game["steps"])][-1] in heads

def check_secrets(game, steps, backs, unless):  # of a game that is over
    # After a rollback of a game whose secrets were known to all, reels are made from a secret of their own.
    links, anew = {}, [0, *(back["reel"] for back, act in zip(game["undone"], backs) if act.get("anew") is True)]
    for reel, kind in [(reel, kind) for reel in game["dice"] for kind in ("open", "sealed") if reel.get(f"{kind}_secret") is not None]:
        number, secret = reel["number"], raw(reel[f"{kind}_secret"])
        base = max(one for one in anew if one <= number)
        made = sha(raw(game["dice"][base].get(f"{kind}_secret")), b"reel", str(number).encode())
        links[kind, number] = reel_of(secret, reel["length"], reel["chains"])
        unless(links[kind, number][0] == reel[f"{kind}_commitment"], f"reel {number}: the {kind} secret does not give its commitment")
        unless(game["version"] < 3 or number == base or secret == made,
               f"reel {number}: the {kind} secret was not made from the first one")
    for step in (one for one in steps if one.get("dice") is not None and one["dice"].get("sealed") is not None):
        dice, at = step["dice"], f"step {step['number']}"
        unless(links.get(("sealed", dice["reel"]), [])[dice["link"] :][:1] == [dice["sealed"]],
               f"{at}: its sealed link is not that of the secret")
        for seat, one in step["orders"].items():
            salt = sha(raw(dice["sealed"]), b"orders", seat.encode()).hex()
            text = "\n".join((salt, seat, *sorted(set(one.get("text") or ())))).encode()
            unless(one.get("text") is None or hashlib.sha256(text).hexdigest()[:32] == one["hash"],
                   f"{at}: the sealed orders of {seat} are not those whose hash was published")

def was_told(step, beat, beacon, words):  # whether the newest round told before the step is its own, and for these orders
    orders = {seat: one["hash"] for seat, one in step["orders"].items()} if step["from"] else {"words": words.hex()}
    about = {"window": step.get("window") or "setup", "closed": beat["closed"], "round": beat["round"], "orders": orders}
    # Mails of before did not name the beacon.
    fixed = [{"beacon": beacon} | act for act in step["acts"] if act.get("act") == "round fixed"]
    is_back = any(act.get("act") in ("rollback", "rollforward") for act in step["acts"])
    if not is_back and any(act.get("window") != about["window"] for act in fixed):
        return False
    return bool(fixed) and packed(fixed[-1]) == packed(fixed[-1] | about | {"beacon": beacon})

def check_beat(beacon, beat, before, unless):
    if beat.get("missing"):  # the game goes on without its beacon where its setting says so
        unless(beacon.get("else") == "chain" and beat.get("randomness") is None, "it was drawn without the beacon")
    else:
        unless(hashlib.sha256(raw(beat.get("signature"))).hexdigest() == beat.get("randomness"),
               "the beacon's randomness is not that of its signature")
    unless((beat["closed"] + (beacon.get("notice") or 0) - beacon["genesis"]) // beacon["period"] + 2 == beat["round"],
           f"round {beat['round']} is not the first after the window closed")
    unless(before < beat["closed"], "its window closed before it opened")

def check_steps(game, steps, unless):
    known = {(reel["number"], 0): reel["open_commitment"] for reel in game["dice"]}  # (reel, links in all) -> link
    words, count = pairs({one["seat"]: one["word"] for one in game["words"]}), 0
    last, seen, beats, hashes, paths = {}, {}, {}, {0: ""}, {0: b""}
    for step in steps:
        here = lambda is_so, said, at=f"step {step['number']}: ": unless(is_so, at + said)
        dice, orders = step.get("dice"), pairs({seat: one["hash"] for seat, one in step["orders"].items()})
        before = steps[step["from"] - 1] if step["from"] else {}
        hashes[step["made"]] = record(hashes[step["from"]], step, game)
        # A step made again is the one that was made after the same steps with the same orders.
        paths[step["made"]] = path = sha(paths[step["from"]], str(step["made"]).encode() if dice is None else orders)
        seats = {} if step.get("told") is None else step["told"]
        here(hashes[step["made"]] == step["record"] and all(told(before, seat, step) == one for seat, one in seats.items()),
             "it was changed after it was told")
        if dice is None:
            here(not step["draws"], "it has draws, but no link to draw them from")
            continue
        reel, link, place = dice["reel"], raw(dice["open"]), dice["link"]
        newest = max(one["number"] for one in game["dice"] if one["after"] < step["made"])
        here(seen.setdefault(path, (newest, last.get(newest, 0) + 1)) == (reel, place),
             f"it draws from link {place} of reel {reel}, whose turn it was not")
        last[reel] = max(last.get(reel, 0), place)
        here(known.get((reel, place - 1)) == hashlib.sha256(link).hexdigest(), "its link does not lead back to the commitment")
        is_tip = dice.get("next") is not None or dice.get("salt") is not None
        here(not is_tip or sha(raw(dice.get("salt")), raw(dice.get("next"))) == link, "the tip of its chain does not commit to the next")
        known[reel, place] = dice.get("next") if is_tip and place % game["dice"][reel]["length"] == 0 else dice["open"]
        named = ([None] + beacons_of(game, steps[: step["made"]] if game["version"] > 3 else ()))[-1]
        beat, beat_before = dice.get("beacon"), ((before.get("dice") or {}).get("beacon") or {"closed": -1})["closed"]
        here((named is None) == (beat is None), "the beacon is not mixed in as the game says")
        if named is not None and beat is not None:
            check_beat(named, beat, beat_before, here)
            is_known = packed(beats[path]) == packed(beat) if path in beats else game["version"] < 4 or was_told(step, beat, named, words)
            here(is_known, "its round is not the one that was told when its window closed, for these orders")
        beats.setdefault(path, beat)
        more = [raw(beat["randomness"])] if beat is not None and beat.get("randomness") is not None else []
        keys = {False: sha(link, words, orders, *more)}
        if dice.get("sealed") is not None:
            keys[True] = sha(raw(dice["sealed"]), words, sha(b"sealed", orders), *more)
        for one in step["draws"]:
            count += one["sealed"] in keys
            here(one["sealed"] not in keys or draw(keys[one["sealed"]], one["label"], one["sides"], one["kind"]) == one["result"], one["label"])
    return count, hashes

def check_held(game, steps, hashes, held, unless):
    first, given = game["dice"][0], {f"{one['seat']}={one['word']}" for one in game["words"]}
    for one in " ".join(held["commitment"]).split():
        scheme, _, said = one.rpartition(":")
        unless(said.lower() in (first["open_commitment"], first["sealed_commitment"]) and scheme in ("", str(game["version"])),
               f"{one} is none of the game's first commitments")
    for one in held["word"]:
        unless(one in given, f"the word {one} was not mixed in")
    public = [[one.get(key) for key in ("hash", "public_key", "genesis_time", "period")] for one in held["beacon"]]
    for one in beacons_of(game, steps) or [{}] if public else ():
        unless([one.get(key) for key in ("chain", "public_key", "genesis", "period")] in public, "its beacon is none of those that you looked up")
    for one in held["round"]:
        about, _, randomness = one.lower().partition(":")
        beats = [(step["number"], (step.get("dice") or {}).get("beacon") or {}) for step in steps]
        beats = [beat for place, beat in beats if about == f"{place}={beat.get('round')}"]  # a step may have been made again
        unless(beats and all(beat.get("missing") or beat.get("randomness") == randomness for beat in beats),
               f"step {one.partition('=')[0]}: the beacon's public record says otherwise")
    told = [one.partition("=")[::2] for one in held["record"]]
    mine, found, done, moments = {one for one, _ in told}, {*hashes.values()}, 0, {}
    found |= {one for step in steps for one in (step.get("told") or {}).values()}
    for step, after in zip(steps, [*steps[1:], {"acts": game["acts"]}]):
        at = f"step {step['number']}: your"
        moments[step["record"]] = f"{at} report says that the next window closes at", step.get("closes") if game["version"] > 3 else None
        if game["version"] < 4:
            continue
        done += len(step["acts"])
        upto = [*range(done, min(done + len(after["acts"]), len(game["acts"])) + 1)]  # a last report has the acts by then
        closed = {short(step["record"].encode(), packed(game["acts"][done:end])) for end in upto}
        found |= closed
        is_back = "rollback" in [act["act"] for act in game["acts"][done:]]
        unless(game["full"] or not mine & closed or is_back, "the game is over, and its secrets are kept back")
        fixed = [short(packed(act)) for act in step["acts"] if act.get("act") == "round fixed"]
        beacon, beat = beacons_of(game, steps[: step["made"]])[-1:], (step.get("dice") or {}).get("beacon")
        if beacon and beat and mine & {*fixed[-1:]}:
            comes = time.gmtime(beacon[0]["genesis"] + (beat["round"] - 1) * beacon[0]["period"])
            moments[fixed[-1]] = f"{at} mail says that its round comes at", time.strftime("%Y-%m-%dT%H:%M:%SZ", comes)
    acts = [(short(packed(act)), act) for act in game["acts"] if game["version"] > 3]
    places = [place for place, step in enumerate(steps) for _ in step.get("acts") or ()]
    places += [len(steps) - game["full"]] * (len(acts) - len(places))
    rounds = [(one, {packed(act.get("window")), place}) for (one, act), place in zip(acts, places) if act["act"] == "round fixed"]
    heard = {about for one, abouts in rounds if one in mine for about in abouts}
    for one, abouts in rounds:  # who has the mail of one round of a window, or before a step, was to have those of all
        unless(one in mine or not abouts & heard, f"another round was told for a window of yours, of which you hold no mail (record {one})")
    found |= {one for one, _ in acts}
    for one, moment in told:
        said, known = moments.get(one, ("", moment))
        unless(moment in ("", known), f"{said} {moment}, the record says otherwise")
        unless(one in found, f"no step has the record {one} that you were told")

def check(game, **given):
    wrong, held = [], {one: given.get(one) or [] for one in ("commitment", "word", "round", "record", "beacon")}
    unless = lambda is_so, said: None if is_so else wrong.append(said)
    try:
        steps = steps_of(game)
        backs = [act for act in game["acts"] if act["act"] == "rollback"]
        check_promises(game, steps, backs, unless)
        check_secrets(game, steps, backs, unless)
        count, hashes = check_steps(game, steps, unless)
        check_held(game, steps, hashes, held, unless)
    except NoGame as error:
        return [str(error)], 0
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, OSError, RecursionError):
        return [UNKNOWN], 0
    return wrong, count

def read(name):
    try:
        with open(name, encoding="utf-8-sig") as file:
            return json.load(file)
    except (OSError, ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"{name} cannot be read: {error}")

if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)  # --beacon: what it says of itself; MOMENT: told by the mail with HASH
    asked.add_argument("export", type=read)
    for name, form in {"commitment": "HASH", "word": "SEAT=WORD", "record": "HASH[=MOMENT]",
                       "round": "STEP=ROUND:RANDOMNESS", "beacon": "FILE"}.items():
        asked.add_argument(f"--{name}", action="append", metavar=form, type=read if name == "beacon" else str)
    held = vars(asked.parse_args())
    wrong, count = check(held.pop("export"), **held)
    print(*wrong, f"{count} draws checked, {len(wrong)} wrong", sep="\n")
    raise SystemExit(bool(wrong))
