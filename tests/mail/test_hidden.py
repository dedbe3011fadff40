"""What nobody can see on a page is not read as orders, and what anybody can see is."""

import pytest

from judge.mail.hypertext import hidden_in_page, lines_of_page

HIDDEN = {
    "white on white": '<p style="color:#fff">bid 9</p>',
    "nearly white": '<p style="color: #FDFEFD">bid 9</p>',
    "white by name": '<font color="white">bid 9</font>',
    "rgb": '<p style="color:rgb(255, 255, 255)">bid 9</p>',
    "transparent": '<p style="color:transparent">bid 9</p>',
    "black on black": '<div style="background:#000000 none"><p style="color:black">bid 9</p></div>',
    "by a cell's colour": '<table><tr><td bgcolor="#336699"><span style="color:#336699">bid 9</span></td></tr></table>',
    "size 0": '<p style="font-size:0">bid 9</p>',
    "size 1": '<p style="font-size: 1px">bid 9</p>',
    "size in a shorthand": '<p style="font: 1px Arial">bid 9</p>',
    "a hundredth": '<p style="font-size:1%">bid 9</p>',
    "off the page": '<p style="position:absolute; left:-9999px">bid 9</p>',
    "indented away": '<p style="text-indent:-999em">bid 9</p>',
    "moved away": '<p style="transform:translateX(-5000px)">bid 9</p>',
    "scaled away": '<p style="transform: scale(0)">bid 9</p>',
    "opacity": '<p style="opacity:0">bid 9</p>',
    "a hundredth of opacity": '<p style="opacity: 0.01">bid 9</p>',
    "max-height": '<div style="max-height:0;overflow:hidden"><p>bid 9</p></div>',
    "height": '<div style="height:0px; overflow:hidden">bid 9</div>',
    "clipped": '<p style="position:absolute;clip:rect(0,0,0,0)">bid 9</p>',
    "not displayed": '<div style="display : none"><b>bid 9</b></div>',
    "hidden": "<p hidden>bid 9</p>",
    "visibility": '<p style="visibility:hidden">bid 9</p>',
    "by a class": '<style>.x { color: #ffffff }</style><p class="a x">bid 9</p>',
    "by an id": "<style>#x{display:none}</style><p id=x>bid 9</p>",
    "by an element": "<style>i {font-size:1px}</style><p><i>bid 9</i></p>",
    "by a rule among others": "<style>p.a, td.b > span.x {opacity:0}</style><p><span class=x>bid 9</span></p>",
}
SHOWN = {
    "plain": "<p>bid 9</p>",
    "white on black": '<div style="background-color:black"><p style="color:white">bid 9</p></div>',
    "white on a picture": '<div style="background:url(x.png)"><p style="color:white">bid 9</p></div>',
    "small inside a wrapper of size 0": '<div style="font-size:0"><p style="font-size:14px">bid 9</p></div>',
    "grey": '<p style="color:#888">bid 9</p>',
    "half transparent": '<p style="opacity:0.5">bid 9</p>',
    "a little to the left": '<p style="margin-left:-12px">bid 9</p>',
    "ten per cent wider": '<p style="width:100%;height:10px;max-height:50px">bid 9</p>',
    "a class for telephones": "<style>@media (max-width:400px){.x{display:none}}</style><p class=x>bid 9</p>",
    "another class": "<style>.y{display:none}</style><p class=x>bid 9</p>",
    "dark page, light words": '<body bgcolor="#222" text="#eee"><p>bid 9</p></body>',
}


@pytest.mark.parametrize("page", HIDDEN.values(), ids=HIDDEN)
def test_what_nobody_sees_is_not_read(page):
    page = f"<html><body>bid 1<br>{page}</body></html>" if "<body" not in page else page
    assert [text for _, text in lines_of_page(page) if text] == ["bid 1"]
    assert hidden_in_page(page) == ("bid 9",)


@pytest.mark.parametrize("page", SHOWN.values(), ids=SHOWN)
def test_what_anybody_sees_is_read(page):
    assert [text for _, text in lines_of_page(page) if text] == ["bid 9"]
    assert hidden_in_page(page) == ()
