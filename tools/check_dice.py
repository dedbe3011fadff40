"""Check every die of a game kept by the Judge, with what you hold yourself: docs/dice.md says how all of it works.

This knows no rules of any game: only `judge verify`, which plays a game again, finds that a rule was broken."""
import argparse, hashlib, hmac, json, time

UNKNOWN = "this is no record of a game that this checker knows"
HIDES = {*range(9), 11, 12, *range(14, 32), *range(127, 160), 173, *range(8203, 8208), *range(8234, 8239),
         *range(8288, 8304), 65279, *range(0xD800, 0xE000)}  # signs that a terminal would obey, or nobody would see
# What a record has at least: a type, words or numbers to choose from, how many hex digits (1: any), a list, a mapping
# (*: any keys), and ? where it may be nothing.
ANY, HASH, KEY = range(2**53), 32, 64
BEAT = {"closed": ANY, "round": ANY, "signature?": 1, "previous?": 1, "randomness?": KEY, "missing?": bool}
DICE = {"reel": ANY, "link": ANY[1:], "open": KEY, "orders": KEY, "sealed?": KEY, "next?": KEY, "salt?": KEY, "beacon?": BEAT}
DRAW = {"label": str, "kind": ("roll", "shuffle"), "sides": range(10**6 + 1), "result": [ANY], "sealed": bool}
BEACON = {"genesis": ANY, "period": ANY[1:], "else?": str, "notice?": ANY}
ACT = {"at": str, "act": str, "step": range(-1, 2**53), "from?": ANY, "to?": ANY, "round?": ANY, "beacon?": BEACON}
STEP = {"made": ANY, "from": ANY, "number": ANY, "kind": ("setup", "turn", "edit", "end"), "window?": str, "title": str,
        "made_at": str, "reason?": str, "record": HASH, "orders": {"*": {"hash": HASH, "text?": [str]}}, "acts": [ACT],
        "events": [{"told?": [str]}], "closes?": str, "draws": [DRAW], "told?": {"*": HASH}, "dice?": DICE}
REEL = {"number": ANY, "length": range(1, 4001), "chains": range(1, 4001), "after": ANY, "open_commitment": KEY,
        "sealed_commitment": KEY, "open_secret?": KEY, "sealed_secret?": KEY}
GAME = {"format": ("judge-game",), "full": bool, "game": {"words": {"*": str}, "seats": [str]}, "beacon?": BEACON,
        "words": [{"seat": str, "word": str}], "dice": [REEL], "steps": [STEP], "acts": [ACT],
        "undone": [{"reel": ANY, "at": str, "from": ANY, "to": ANY, "reason?": str, "steps": [STEP]}]}

class NoGame(Exception):
    """What is no game at all is not looked at any further."""

def need(is_so, said):
    if not is_so:
        raise NoGame(said)

def sha(*parts):
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()

raw = lambda text: bytes.fromhex(text or "")  # none of nothing
packed = lambda value: json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
short = lambda *parts: sha(*parts).hex()[:32]  # a hash as mails tell it
picked = lambda one, *keys: [one.get(key) for key in keys]
pairs = lambda values: sha(*(f"{key}={values[key]}".encode() for key in sorted(values)))
hashes_of = lambda step: {seat: one["hash"] for seat, one in step["orders"].items()}

def number(key, label, sides, n=0):
    value = int.from_bytes(hmac.digest(key, f"{label}#{n}".encode(), "sha256")[:8], "big")
    return value % sides if value < 2**64 - 2**64 % sides else number(key, label, sides, n + 1)

def draw(key, label, sides, kind):
    order = list(range(sides)) if kind == "shuffle" else [number(key, label, sides) + 1]
    for i in range(len(order) - 1, 0, -1):
        j = number(key, f"{label}/{i}", i + 1)
        order[i], order[j] = order[j], order[i]
    return order

def labels(step):  # what the draws of a step are drawn under
    for one in step["draws"]:
        yield one["label"] + "/" * (one["kind"] == "shuffle")
        yield from (f"{one['label']}/{i}" for i in range(1, one["sides"]) if one["kind"] == "shuffle")

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
    said = {key: step.get(key) for key in ("made", "number", "kind", "window", "title", "made_at", "reason", "acts")}
    said["orders"] = hashes_of(step)
    said["events"] = [event for event in step["events"] if event.get("told") is None]
    said["draws"] = [one for one in step["draws"] if not one["sealed"]]
    said["dice"] = {key: value for key, value in (step.get("dice") or {}).items() if key != "sealed"}
    reels = [picked(one, "open_commitment", "sealed_commitment", "length", "chains")
             for one in game["dice"] if one["after"] < step["made"]]
    said["promised"] = [game["words"], game.get("beacon"), reels, step.get("closes")]
    return short(before.encode(), packed(said))

def plain(value, depth=0):  # whole numbers that every language counts alike, text that can be shown, nothing too deep
    if isinstance(value, (list, dict)):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return depth <= 60 and all(plain(one, depth + 1) for one in parts)
    if isinstance(value, str):
        return HIDES.isdisjoint(map(ord, value))
    return value is None or isinstance(value, int) and abs(value) < 2**53

def fits(value, shape):
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            all(fits(part, one) for part in value.values()) if key == "*"
            else key[-1] == "?" and value.get(key[:-1]) is None or fits(value.get(key.rstrip("?")), one)
            for key, one in shape.items())
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if isinstance(shape, (range, tuple)):
        return type(value) is type(shape[0]) and value in shape
    if isinstance(shape, type):
        return type(value) is shape
    is_long = isinstance(value, str) and (len(value) == shape if shape > 1 else len(value) % 2 == 0 and len(value) <= 400)
    return is_long and {*value} <= {*"0123456789abcdef"}

def steps_of(game):  # every step in the order of making, of a record that can be read as a game at all
    need(plain(game) and fits(game, {"version": ANY}) and game["version"] < 6, UNKNOWN)
    need(game["version"] > 4, "this game is of an earlier scheme: only `judge verify` checks it")
    need(fits(game, GAME), UNKNOWN)
    steps, reels = game["steps"] + [step for back in game["undone"] for step in back["steps"]], game["dice"]
    steps.sort(key=lambda step: step["made"])
    dice, links = [step["dice"] for step in steps if step.get("dice") is not None], reels[0]["length"] * reels[0]["chains"]
    ends = {step["made"] for step in steps if step["kind"] == "end"}
    under = [[*labels(step)] for step in steps]
    seats = {seat for step in steps for seat in step["orders"]} | {one["seat"] for one in game["words"]}
    secrets = [reel.get(f"{kind}_secret") for reel in reels for kind in ("open", "sealed")]
    opened = [one.get("sealed") for one in dice] + [one.get("text") for step in steps for one in step["orders"].values()]
    need([step["made"] for step in steps] == [*range(1, len(steps) + 1)], "steps are missing: those that were made are not all here")
    need([picked(one, "number", "length", "chains") for one in reels]
         == [[n, *picked(reels[0], "length", "chains")] for n in range(len(reels))] and links <= 4000
         and all(one["reel"] < len(reels) and one["link"] <= links for one in dice), "a reel is not of a length that there is, or missing")
    need(all((step["kind"] == "setup") == (step["from"] == 0) and step["from"] not in ends for step in steps),
         "a step is of a kind that cannot be there")
    need(all(one["sides"] == len(one["result"]) if one["kind"] == "shuffle" else one["sides"] for step in steps for one in step["draws"]),
         "a draw is neither a roll nor a shuffle")
    need(all(len(one) == len({*one}) for one in under), "a label is drawn under twice")
    need(seats <= {*game["game"]["seats"]}, "a step has orders, or the game a word, of a seat that is none of its seats")
    need(game["full"] is (None not in secrets), "it says that it is whole and is not, or the other way round")
    need(not game["full"] or None not in opened, "it is whole, but sealed links or orders are missing")
    return steps

def beacons_of(game, steps):  # that of the game, and those that it took instead of it
    changed = [act.get("beacon") for step in steps for act in step["acts"] if act["act"] == "beacon changed"]
    return [one for one in [game.get("beacon"), *changed] if one is not None]

def check_course(game, steps, unless):  # where the game stood at each step, and its reels, by the acts that were told
    line, lines, due, backs, is_there = [0], [], [0], [], True
    acts = [act for step in steps for act in step["acts"]]
    for step in [*steps, {"made": len(steps) + 1, "acts": game["acts"][len(acts) :]}]:
        for act in (one for one in step["acts"] if one["act"] in ("rollback", "rollforward")):
            start, to = act.get("from", -1), act.get("to", -1)
            if act["act"] == "rollback":
                way, is_that_way = line[: to + 2], 0 <= to < start
                backs.append([len(due), *picked(act, "at", "from", "to", "reason")])
                due.append(step["made"] - 1)
            else:  # to the newest step of its number
                way = [[], *(one for one in lines if len(one) - 2 == to)][-1]
                is_that_way = way[: len(line)] == line != way
            is_there &= is_that_way and start == len(line) - 2
            line = way
        if "from" in step:
            is_there &= [step["from"], step["number"]] == [*line[-1:], len(line) - 1]
            line = [*line, step["made"]]
            lines.append(line)
            reel = game["dice"][0]
            if picked(step.get("dice") or {}, "reel", "link") == [len(due) - 1, reel["length"] * reel["chains"]]:
                due.append(step["made"])  # the reel is used up
    unless(packed(acts) == packed(game["acts"][: len(acts)]), "the game master's acts are not those that were told")
    unless(packed(backs) == packed([picked(one, "reel", "at", "from", "to", "reason") for one in game["undone"]]),
           "the rollbacks are not those among the game master's acts")
    unless([one["after"] for one in game["dice"]] == due, "a reel follows no rollback that was published, or comes at another time")
    unless(is_there and line[1:] == [step["made"] for step in game["steps"]], "the steps are not where the rollbacks that were told lead")
    unless([act["step"] for act in game["acts"] if act["act"] in ("edit", "without player")]
           == [step["number"] for step in steps if step["kind"] == "edit"], "the corrections are not those among the game master's acts")
    unless(all((step.get("dice") is None) == (step["kind"] in ("edit", "end")) for step in steps),
           "a step that is no correction has no dice, or a correction has")
    unless(len({packed(picked(one, "else", "notice")) for one in beacons_of(game, steps)}) < 2,
           "a setting of the beacon was changed in the middle of the game")

def check_secrets(game, steps, unless):  # of a game that is over
    links, base = {}, {}
    # After a rollback of a game whose secrets were known to all, reels are made from a secret of their own.
    backs = [act for act in game["acts"] if act["act"] == "rollback"]
    anew = {back["reel"] for back, act in zip(game["undone"], backs) if act.get("anew") is True}
    for reel, kind in [(reel, kind) for reel in game["dice"] for kind in ("open", "sealed") if reel.get(f"{kind}_secret") is not None]:
        number, secret = reel["number"], raw(reel[f"{kind}_secret"])
        made = sha(base.get(kind, b""), b"reel", str(number).encode())
        if number == 0 or number in anew:
            base[kind] = made = secret
        links[kind, number] = reel_of(secret, reel["length"], reel["chains"])
        unless(links[kind, number][0] == reel[f"{kind}_commitment"], f"reel {number}: the {kind} secret does not give its commitment")
        unless(secret == made, f"reel {number}: the {kind} secret was not made from the first one")
    for step in (one for one in steps if (one.get("dice") or {}).get("sealed") is not None):
        dice, at = step["dice"], f"step {step['number']}"
        unless(links.get(("sealed", dice["reel"]), [])[dice["link"] :][:1] == [dice["sealed"]], f"{at}: its sealed link is not that of the secret")
        for seat, one in step["orders"].items():
            salt = sha(raw(dice["sealed"]), b"orders", seat.encode()).hex()
            text = "\n".join((salt, seat, *(one.get("text") or ()))).encode()
            unless(one.get("text") is None or hashlib.sha256(text).hexdigest()[:32] == one["hash"],
                   f"{at}: the sealed orders of {seat} are not those whose hash was published")
        sets = [(seat, one.get("text")) for seat, one in sorted(step["orders"].items())]
        if sets and None not in dict(sets).values():
            lines = ["\n".join((seat, *sorted(text))).encode() for seat, text in sets]
            unless(sha(raw(dice["sealed"]), b"sets", *lines).hex() == dice["orders"], f"{at}: its dice were not keyed by the orders on record")

def was_told(step, beat, beacon, words):  # whether the newest round told before the step is its own, and for these orders
    fixed = []
    for act in step["acts"]:
        fixed = [] if act["act"] in ("rollback", "rollforward") else fixed + [act] * (act["act"] == "round fixed")
    told = {"orders": hashes_of(step), "sets": step["dice"]["orders"]} if step["from"] else {"orders": {"words": words.hex()}}
    told |= {"window": step.get("window") or "setup", "closed": beat["closed"], "round": beat["round"], "beacon": beacon}
    others = [act for act in fixed if act.get("window") != told["window"]]
    return bool(fixed) and not others and packed(fixed[-1]) == packed(fixed[-1] | told)

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
        dice, orders, made, start = step.get("dice"), pairs(hashes_of(step)), step["made"], step["from"]
        before = steps[start - 1] if 0 < start < made else {}
        hashes[made] = record(hashes.get(start, ""), step, game)
        # A step made again is the one that was made after the same steps with the same orders.
        paths[made] = path = sha(paths.get(start, b""), str(made).encode() if dice is None else orders)
        here(hashes[made] == step["record"] and all(told(before, seat, step) == one for seat, one in (step.get("told") or {}).items()),
             "it was changed after it was told")
        if dice is None:
            here(not step["draws"], "it has draws, but no link to draw them from")
            continue
        reel, link, place, sets = dice["reel"], raw(dice["open"]), dice["link"], raw(dice["orders"])
        here(step["orders"] or sets == sha(), "its dice were not keyed by the orders on record")
        newest = max((one["number"] for one in game["dice"] if one["after"] < made), default=0)
        here(seen.setdefault(path, (newest, last.get(newest, 0) + 1)) == (reel, place),
             f"it draws from link {place} of reel {reel}, whose turn it was not")
        last[reel] = max(last.get(reel, 0), place)
        here(known.get((reel, place - 1)) == hashlib.sha256(link).hexdigest(), "its link does not lead back to the commitment")
        is_tip = dice.get("next") is not None or dice.get("salt") is not None
        here(not is_tip or sha(raw(dice.get("salt")), raw(dice.get("next"))) == link, "the tip of its chain does not commit to the next")
        known[reel, place] = dice.get("next") if is_tip and place % game["dice"][reel]["length"] == 0 else dice["open"]
        beacon, beat = [None, *beacons_of(game, steps[:made])][-1], dice.get("beacon")
        here((beacon is None) == (beat is None), "the beacon is not mixed in as the game says")
        if beacon is not None and beat is not None:
            check_beat(beacon, beat, ((before.get("dice") or {}).get("beacon") or {"closed": -1})["closed"], here)
            here(packed(beats[path]) == packed(beat) if path in beats else was_told(step, beat, beacon, words),
                 "its round is not the one that was told when its window closed, for these orders")
        beats.setdefault(path, beat)
        more = [raw(beat["randomness"])] if beat is not None and beat.get("randomness") is not None else []
        keys = {False: sha(link, words, sets, *more)}
        if dice.get("sealed") is not None:
            keys[True] = sha(raw(dice["sealed"]), words, sha(b"sealed", sets), *more)
        for one in step["draws"]:
            count += one["sealed"] in keys
            here(one["sealed"] not in keys or draw(keys[one["sealed"]], one["label"], one["sides"], one["kind"]) == one["result"], one["label"])
    return count

def moments_of(game, steps):  # every hash that somebody was told, and the moment that was told with it
    found = {one: "" for step in steps for one in (step.get("told") or {}).values()}
    for act in game["acts"]:
        beacon, comes = act.get("beacon"), 2**37
        if act["act"] == "round fixed" and beacon is not None and act.get("round") is not None:
            comes = beacon["genesis"] + (act["round"] - 1) * beacon["period"]
        found[short(packed(act))] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(comes)) if 0 <= comes < 2**37 else ""
    return found | {step["record"]: step.get("closes") for step in steps}

def check_held(game, steps, held, unless):
    first, words = game["dice"][0], {one["seat"]: one["word"] for one in game["words"]}
    unless(len(words) == len(game["words"]) and words == game["game"]["words"], "the words are not those that the game was begun with")
    for one in " ".join(held["commitment"]).split():
        unless(one.lower().removeprefix("5:") in picked(first, "open_commitment", "sealed_commitment"), f"{one} is none of the game's first commitments")
    for one in held["word"]:
        unless(one in [f"{seat}={word}" for seat, word in words.items()], f"the word {one} was not mixed in")
    public = [picked(one, "hash", "public_key", "genesis_time", "period") for one in held["beacon"]]
    for one in beacons_of(game, steps) or [{}] if public else ():
        unless(picked(one, "chain", "public_key", "genesis", "period") in public, "its beacon is none of those that you looked up")
    for one in held["round"]:
        about, _, randomness = one.lower().partition(":")
        beats = [(step["number"], (step.get("dice") or {}).get("beacon") or {}) for step in steps]
        beats = [beat for place, beat in beats if about == f"{place}={beat.get('round')}"]  # a step may have been made again
        unless(beats and all(beat.get("missing") or beat.get("randomness") == randomness for beat in beats),
               f"step {one.partition('=')[0]}: the beacon's public record says otherwise")
    known, mine, done = moments_of(game, steps), {one.partition("=")[0] for one in held["record"]}, 0
    for step, after in zip(steps, [*steps[1:], {}]):
        done += len(step["acts"])
        later = game["acts"][done:]
        # A last report has those of the acts that were done by then.
        closed = {short(step["record"].encode(), packed(later[:end])): "" for end in range(len(after.get("acts", later)) + 1)}
        known = closed | known
        unless(game["full"] or not mine & {*closed} or "rollback" in [act["act"] for act in later],
               "the game is over, and its secrets are kept back")
    places = [place for place, step in enumerate(steps) for _ in step["acts"]] + [len(steps) - game["full"]] * len(game["acts"])
    rounds = [(short(packed(act)), {packed(act.get("window")), place})
              for act, place in zip(game["acts"], places) if act["act"] == "round fixed"]
    heard = {about for one, abouts in rounds if one in mine for about in abouts}
    for one, abouts in rounds:  # who has the mail of one round of a window, or before a step, was to have those of all
        unless(one in mine or not abouts & heard, f"another round was told for a window of yours, of which you hold no mail (record {one})")
    for one, _, moment in (one.partition("=") for one in held["record"]):
        unless(one in known, f"no step has the record {one} that you were told")
        unless(moment in ("", known.get(one, moment)), f"your mail with the record {one} says {moment}, the record says otherwise")

def check(game, **given):
    wrong, held = [], {one: given.get(one) or [] for one in ("commitment", "word", "round", "record", "beacon")}
    unless = lambda is_so, said: None if is_so else wrong.append(said)
    try:
        steps = steps_of(game)
        check_course(game, steps, unless)
        check_secrets(game, steps, unless)
        count = check_steps(game, steps, unless)
        check_held(game, steps, held, unless)
    except NoGame as error:
        return [str(error)], 0
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError):
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
