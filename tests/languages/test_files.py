"""Files without a campaign, in another language: what it is stands in the call."""

from judge.cli.main import run

POSITION = """
game: diplomacy
phase: Spring 1901, movement
units: {France: [A PAR, F BRE], Germany: A MUN}
"""


def written(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file_of_orders_may_be_in_another_language(tmp_path, capsys):
    position = written(tmp_path, "position.yaml", POSITION)
    orders = written(tmp_path, "orders.txt", "Germany:\nArmee München nach Ruhr\n")
    assert run(["adjudicate", position, orders, "--language", "de"]) == 0
    told = capsys.readouterr()
    assert "A MUN - RUH: *gelungen*" in told.out
    assert run(["adjudicate", position, orders]) == 0
    assert "Armee München nach Ruhr" in capsys.readouterr().err


def test_a_letter_is_told_line_by_line_in_another_language(tmp_path, capsys):
    position = written(tmp_path, "position.yaml", POSITION)
    letter = written(tmp_path, "letter.txt", "Bonjour,\nArmée Paris vers Bourgogne\nFlotte Brest tient\nAmitiés\n")
    call = ["mail", "read", letter, "--position", position, "--seat", "france"]
    assert run([*call, "--language", "fr"]) == 0
    assert "A PAR - BUR" in capsys.readouterr().out
    assert run(call) == 1


def test_a_language_that_is_not_spoken_is_named(tmp_path, capsys):
    position = written(tmp_path, "position.yaml", POSITION)
    assert run(["adjudicate", position, position, "--language", "xx"]) == 2
    assert "en, de, fr" in capsys.readouterr().err
