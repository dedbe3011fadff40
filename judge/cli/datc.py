"""`judge datc`: the published test cases of Diplomacy, run from their own document."""

from __future__ import annotations

import click

from judge.cli.common import Complain, not_so, read_text, say_json


@click.command(epilog="Example: judge datc DATC_v3_2.html")
@click.argument("file", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print every order of every case as JSON.")
def datc(file: str, as_json: bool) -> None:
    """Run the Diplomacy Adjudicator Test Cases from the document (HTML) they are published in.

    Prints where our result differs from the document, and why, if that is known. Exit status 1 for the others.
    """
    from judge import shelf
    from judge.interop.datc import CONSCIOUS, NotUnderstood, Runner, is_older, read_cases

    text = read_text(file)
    cases = read_cases(text)
    if not cases and is_older(text):
        raise Complain(
            f"{file} is an older version of the test cases, which tells in prose what becomes of them. "
            "From version 3.2 on the document says it of every order; that one can be run."
        )
    if not cases:
        raise Complain(f'{file} holds no test cases: there is no <div class="test-case"> in it.')
    runner = Runner(shelf.game("diplomacy").chart)  # type: ignore[attr-defined]
    try:
        results = {case.key: runner.run(case) for case in cases}
    except NotUnderstood as error:
        raise Complain(f"{file}: {error}.") from None
    known = {(key, one.said.text) for key, found in results.items() for one in found} & CONSCIOUS.keys()
    differ = [(key, one) for key, found in results.items() for one in found if not one.agrees]
    wrong = [pair for pair in differ if (pair[0], pair[1].said.text) not in known]
    if as_json:
        say_json(
            {
                key: [{"order": one.said.text, "document": one.said.resolution, "ours": one.ours} for one in found]
                for key, found in results.items()
            }
        )
    else:
        for key, one in differ:
            why = CONSCIOUS.get((key, one.said.text), "")
            click.echo(f"{key}: {one.said.text}: {one.said.resolution}, ours {one.ours}{f' ({why})' if why else ''}")
        failed = len({key for key, _ in wrong})
        orders = sum(map(len, results.values()))
        click.echo(
            f"{len(results) - failed} of {len(results)} cases pass, {orders} orders, {len(differ)} read otherwise"
        )
    if wrong:
        not_so()
