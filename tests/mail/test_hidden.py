"""What nobody can see on a page is not read as orders, and what anybody can see is."""

import pytest

from judge.grammar.text import without_struck
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
    "by a rule among others": "<style>p, div.b > i.x {opacity:0}</style><div class=b><i class=x>bid 9</i></div>",
    "by escapes": '<p style="d\\69splay:n\\6fne">bid 9</p>',
    "behind a comment": '<p style="display:/* */none">bid 9</p>',
    "by a size only a function tells": '<p style="font-size:min(0px, 3em)">bid 9</p>',
    "a hundredth of the page's width": '<p style="font-size:0.01vw">bid 9</p>',
    "a thousandth of a pixel": '<p style="font-size:1e-3px">bid 9</p>',
    "a hundredth of an inch": '<p style="font-size:0.01in">bid 9</p>',
    "no opacity, and it must hold": '<p style="opacity:0!important; opacity:1">bid 9</p>',
    "hardly any opacity": '<p style="opacity:1e-9">bid 9</p>',
    "opacity of all around": '<p style="opacity:.3"><b style="opacity:.3"><i style="opacity:.3">bid 9</i></b></p>',
    "colours that are none behind one": '<p style="color:#fff;color:nothing">bid 9</p>',
    "new rgb": '<p style="color:rgb(255 255 255)">bid 9</p>',
    "rgb without alpha": '<p style="color:rgb(0 0 0 / 0)">bid 9</p>',
    "eight figures": '<p style="color:#00000000">bid 9</p>',
    "hsl": '<p style="color:hsl(0 0% 100%)">bid 9</p>',
    "hwb": '<p style="color:hwb(0 100% 0%)">bid 9</p>',
    "a colour nobody here knows": '<p style="color:oklch(100% 0 0)">bid 9</p>',
    "the page's own colour": '<p style="color:Canvas">bid 9</p>',
    "a variable": '<style>:root{--c:white}</style><p style="color:var(--c)">bid 9</p>',
    "without a sign before the figures": '<font color="ffffff">bid 9</font>',
    "marked in yellow": '<mark style="color:yellow">bid 9</mark>',
    "a gradient of one colour": '<p style="background-image:linear-gradient(#000,#000)">bid 9</p>',
    "off the other side": '<p style="position:absolute;right:200%">bid 9</p>',
    "far to the right": '<p style="position:absolute;left:9999px">bid 9</p>',
    "off the page in inches": '<p style="position:absolute;left:-50in">bid 9</p>',
    "off the page, calculated": '<p style="position:absolute;left:calc(-9999px)">bid 9</p>',
    "off the page by all sides": '<p style="position:absolute;inset:-9999px auto auto -9999px">bid 9</p>',
    "by a margin among four": '<p style="margin:0 0 0 -9999px">bid 9</p>',
    "clipped by a circle": '<p style="clip-path:circle(0)">bid 9</p>',
    "clipped to a point": '<p style="position:absolute;clip:rect(1px, 1px, 1px, 1px)">bid 9</p>',
    "for screen readers alone": '<p style="height:1px;width:1px;overflow:hidden">bid 9</p>',
    "no block size": '<p style="block-size:0;overflow:clip">bid 9</p>',
    "lines without height": '<p style="line-height:0;overflow:hidden">bid 9</p>',
    "turned on its edge": '<p style="transform:rotateY(90deg)">bid 9</p>',
    "a matrix of nothing": '<p style="transform:matrix(0,0,0,0,0,0)">bid 9</p>',
    "scale": '<p style="scale:0">bid 9</p>',
    "zoom": '<p style="zoom:0.01">bid 9</p>',
    "masked": '<p style="mask:linear-gradient(transparent,transparent)">bid 9</p>',
    "blended away": '<p style="mix-blend-mode:screen">bid 9</p>',
    "letters on top of each other": '<p style="letter-spacing:-1em">bid 9</p>',
    "behind everything": '<p style="position:relative;z-index:-1">bid 9</p>',
    "by an attribute": "<style>[title]{font-size:0}</style><p title=x>bid 9</p>",
    "by its place": "<style>p:nth-child(2){display:none}</style><b></b><p>bid 9</p>",
    "by what it is not": "<style>p:not(.z){display:none}</style><p>bid 9</p>",
    "by its neighbour": "<style>b + p{display:none}</style><b></b><p>bid 9</p>",
    "by two classes": '<style>.a.b{display:none}</style><p class="a b">bid 9</p>',
    "on every screen": "<style>@media screen{.x{display:none}}</style><p class=x>bid 9</p>",
    "on every wide screen": "<style>@media (min-width:1px){.x{display:none}}</style><p class=x>bid 9</p>",
    "where a property is known": "<style>@supports(display:block){.x{display:none}}</style><p class=x>bid 9</p>",
    "by a rule in a rule": "<style>div{color:red; p{display:none}}</style><div><p>bid 9</p></div>",
    "by a rule that must hold": '<style>.x{color:white!important}</style><p class=x style="color:black">bid 9</p>',
    "by the stronger rule": "<style>#x{color:#fff} p{color:#000}</style><p id=x>bid 9</p>",
    "behind twelve thousand comments": f"<style>{'/**/ ' * 12_000}.x{{display:none}}</style><p class=x>bid 9</p>",
    "in the twenty-first sheet": f"{'<style></style>' * 20}<style>.x{{display:none}}</style><p class=x>bid 9</p>",
    "behind two thousand declarations": f'<p style="{"x:y;" * 2000}display:none">bid 9</p>',
    "a page of many tags": f"{'<b></b>' * 7000}<p hidden>bid 9</p>",
    "a dialog that is shut": "<dialog>bid 9</dialog>",
    "white on a picture": '<div style="background:url(x.png)"><p style="color:white">bid 9</p></div>',
    "two colours": '<p style="background:linear-gradient(#000,#fff);color:#fff">bid 9</p>',
    "black on a picture, which may be black": '<div style="background-image:url(x.png)"><p>bid 9</p></div>',
    "on a picture in an old attribute": '<table background="x.png"><tr><td>bid 9</td></tr></table>',
    "on a picture chosen by its size": "<p style=\"background-image:image-set('x.png' 1x)\">bid 9</p>",
    "white, and out of its black box": (
        '<div style="background:#000;color:#fff"><p style="position:absolute">bid 9</p></div>'
    ),
    "white on black, in a line without height": ('<p style="background:#000;color:#fff;line-height:0">bid 9</p>'),
    "a list of choices": "<select><option>bid 9</option></select>",
    "a template": "<template><p>bid 9</p></template>",
    "a title": "<title>bid 9</title>",
    "without scripts": "<noscript>bid 9</noscript>",
    "folded up": "<details><summary>bid 1</summary><p>bid 9</p></details>",
    "not read out": '<p aria-hidden="true">bid 9</p>',
    "something that pops up": "<p popover>bid 9</p>",
    "brackets for old programs": "<ruby>bid 1<rp>bid 9</rp></ruby>",
    "letters turned round": "<bdo dir=rtl>bid 9</bdo>",
    "turned round by a style": '<p style="unicode-bidi:bidi-override;direction:rtl">bid 9</p>',
    "behind a quotation that ends with its line": '<p style="x:\'\n;display:none">bid 9</p>',
    "behind a bad address": '<p style="background:url(a\'b);display:none">bid 9</p>',
    "behind an escaped quotation mark": '<p style="x:\\\';display:none">bid 9</p>',
    "behind one in a sheet": '<style>.x{content:"\\""} .y{display:none} .z{content:""}</style><p class=y>bid 9</p>',
    "behind a comment that is words": "<p style='content:\"/*\";display:none'>bid 9</p>",
    "behind one in another rule": '<style>.x{content:"/*"} .y{display:none}</style><p class=y>bid 9</p>',
    "and then a way that is none": '<p style="display:none;display:foo">bid 9</p>',
    "and then an opacity that is none": '<p style="opacity:0;opacity:1px">bid 9</p>',
    "and then a height without a unit": '<p style="height:0;height:50">bid 9</p>',
    "and then a size of a unit that is none": '<p style="font-size:0;font-size:12foo">bid 9</p>',
    "and then a font without a face": '<p style="font-size:0;font:12px">bid 9</p>',
    "and then a font of no kind": '<p style="font-size:0;font:quite 12px Arial">bid 9</p>',
    "and then a colour by an escape": '<p style="color:white;color:\\23 000">bid 9</p>',
    "a colour without its sign": '<p style="color:ffffff">bid 9</p>',
    "an old colour of nine figures": '<font color="fffffffff">bid 9</font>',
    "before a colour that is too much": '<p style="color:white;background:black and blue">bid 9</p>',
    "a faint colour": '<p style="color:rgba(190,190,190,.15)">bid 9</p>',
    "in the colour of links": "<body bgcolor='#0000ee'>bid 1<br><a href=x>bid 9</a>",
    "in a colour for links": "<body link=white>bid 1<br><a href=x>bid 9</a>",
    "letters cut out of the paper": '<p style="color:white;background:black;background-clip:text">bid 9</p>',
    "shown by a rule of another place": "<style>p{color:white} p:not(p){color:black}</style><p>bid 9</p>",
    "shown by a rule beside one that is none": "<style>p{color:white} p,:::x{color:black}</style><p>bid 9</p>",
    "shown where something is known that is not": (
        "<style>p{color:white} @supports(x:y){p{color:black}}</style><p>bid 9</p>"
    ),
    "shown on a screen that nobody has": ("<style>p{color:white} @media (x:y){p{color:black}}</style><p>bid 9</p>"),
    "shown by a layer, which is weaker": "<style>@layer a{#x{color:black}} p{color:white}</style><p id=x>bid 9</p>",
    "by a sheet from elsewhere": "<style>@import 'data:text/css,p{display:none}';</style><p>bid 9</p>",
    "by a sheet that is linked": "<link rel=stylesheet href='data:text/css,p{display:none}'><p>bid 9</p>",
    "by a screen in a rule": "<style>p{@media screen{display:none}}</style><p>bid 9</p>",
    "by a face of the page's own": "<style>@font-face{font-family:x;src:url(x)} p{font-family:x}</style><p>bid 9</p>",
    "by moving pictures": "<style>@keyframes k{to{opacity:0}} p{animation:k 1s infinite}</style><p>bid 9</p>",
    "on a path": "<p style='offset-path:path(\"M-999 0\")'>bid 9</p>",
    "as a column of a table": '<p style="display:table-column">bid 9</p>',
    "three pixels high": '<p style="max-height:3px;overflow:hidden">bid 9</p>',
    "without a size of its own": '<p style="contain:size;overflow:hidden">bid 9</p>',
    "turned about a far point": '<p style="transform:rotate(90deg);transform-origin:-900px">bid 9</p>',
    "words on top of each other": '<p style="word-spacing:-2em">bid 9</p>',
    "all letters the same": '<p style="-webkit-text-security:disc">bid 9</p>',
    "as WebKit knew it first": '<p style="-webkit-transform:scale(0)">bid 9</p>',
    "as Firefox knew it first": '<p style="transform:none;-moz-transform:rotateY(90deg)">bid 9</p>',
    "an opacity of long ago": '<p style="-moz-opacity:0">bid 9</p>',
    "an opacity of longer ago": '<p style="filter:alpha(opacity=0)">bid 9</p>',
    "as tall as nothing": '<p style="font-size-adjust:0">bid 9</p>',
    "shrunk on telephones": '<p style="-webkit-text-size-adjust:1%">bid 9</p>',
    "under its own white edge": '<p style="-webkit-text-stroke:30px #fff">bid 9</p>',
    "replaced by a picture": '<p style="content:url(x.png)">bid 9</p>',
    "no height by an old name": '<p style="-webkit-logical-height:0;overflow:hidden">bid 9</p>',
    "a container without a size": '<p style="container-type:size;overflow:hidden">bid 9</p>',
    "in a row without height": (
        '<div style="display:grid;grid-template-rows:0fr"><p style="overflow:hidden">bid 9</p></div>'
    ),
    "in a box that is as tall as its padding": (
        '<p style="box-sizing:border-box;height:20px;padding-top:20px;overflow:hidden">bid 9</p>'
    ),
    "below what fits": '<div style="height:16px;overflow:hidden"><p>.</p><p>bid 9</p></div>',
    "beyond what fits": '<div style="width:30px;overflow:hidden"><b>.</b><br>bid 9</div>',
    "pushed out of a line": '<p style="overflow:hidden;text-indent:100%;white-space:nowrap">bid 9</p>',
    "moved out of a box": '<div style="overflow:hidden"><p style="position:absolute">bid 9</p></div>',
    "pushed out of a row": '<div style="overflow:hidden;display:flex"><img width=3000><p>bid 9</p></div>',
    "one pixel to scroll in": '<p style="height:1px;overflow-y:auto">bid 9</p>',
    "cut after its first line": (
        '<p style="display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden">bid 9</p>'
    ),
    "below every window": '<p style="position:fixed;top:100vh">bid 9</p>',
    "a page's width away": '<p style="position:absolute;left:100vw">bid 9</p>',
    "beside another page in the page": '<div><template shadowrootmode="open">bid 2</template><p>bid 9</p></div>',
    "black where the page is dark": '<style>:root{color-scheme:only dark}</style><p style="color:#121212">bid 9</p>',
    "in little pictures": '<p style="font-family:Wingdings, Arial">bid 9</p>',
    "in little pictures of an old kind": "<font face=Webdings>bid 9</font>",
    "in little pictures in quotes": "<p style=\"font:12px 'Zapf Dingbats'\">bid 9</p>",
    "passing by": "<marquee>bid 9</marquee>",
    "ever smaller": f"<p>{'<small>' * 30}bid 9",
    "by what a program of its own would work out": '<p style="--d:none;display:var(--d)">bid 9</p>',
    "black behind a shadow on its paper": '<p style="box-shadow:inset 0 0 0 99px #000">bid 9</p>',
    "bleached": '<p style="color:#cfc;filter:saturate(0)">bid 9</p>',
    "pale yellow on white": '<p style="color:#ffff99">bid 9</p>',
    "pale grey on white": '<p style="color:#eee">bid 9</p>',
    "from right to left, cell by cell": "<table dir=rtl><tr><td>bid 9</td></tr></table>",
    "from right to left, word by word": '<p style="display:flex;flex-direction:row-reverse"><b>bid 9</b></p>',
    "in an order that the page chooses": '<p style="display:flex"><b style="order:2">bid 9</b></p>',
    "shown by a sheet for paper": '<style media=print>p{color:black}</style><p style="color:white">bid 9</p>',
    "shown by a sheet of no kind": "<style>p{color:white}</style><style type=x>p{color:black}</style><p>bid 9</p>",
    "shown by a sheet in a template": (
        '<template><style>p{color:black!important}</style></template><p style="color:white">bid 9</p>'
    ),
    "behind a sheet that is left open": "<style>@media print{</style><style>p{display:none}</style><p>bid 9</p>",
    "behind a remark that is left open": "<style>/*</style><style>p{display:none}</style><p>bid 9</p>",
    "in Outlook": "<!--[if gte mso 9]><style>p{display:none}</style><![endif]--><p>bid 9</p>",
    "off the page bit by bit": '<p style="margin-left:-25px"><span style="margin-left:-25px">bid 9</span></p>',
    "on paper of its own colour": '<p style="background:currentcolor">bid 9</p>',
    "in a grey of long ago": '<p style="color:ButtonHighlight">bid 9</p>',
    "smaller and smaller by zoom": '<div style="zoom:.3"><p style="zoom:.3">bid 9</p></div>',
    "smaller and smaller by scale": '<div style="transform:scale(.3)"><p style="transform:scale(.3)">bid 9</p></div>',
    "small letters, made smaller": '<p style="font-size:5px;zoom:.3">bid 9</p>',
    "under a thick line": '<p style="text-decoration:underline 40px black;text-underline-offset:-20px">bid 9</p>',
    "under a line as thick as letters": (
        '<p style="text-decoration-line:underline;text-decoration-thickness:1em;text-underline-offset:-1em">bid 9</p>'
    ),
    "lines on each other": '<p style="line-height:.3">bid 9</p>',
    "where the next box lies": '<p style="margin-bottom:-40px">bid 9</p><p style="display:inline-block"></p>',
    "on every screen but a telephone's": "<style>@media (min-width:700px){p{display:none}}</style><p>bid 9</p>",
    "on most screens": "<style>@media (max-width:100em){p{display:none}}</style><p>bid 9</p>",
    "on paper or not": "<style>@media print or (min-width:1px){p{display:none}}</style><p>bid 9</p>",
    "in Thunderbird": "<style>@-moz-document url-prefix(){p{display:none}}</style><p>bid 9</p>",
    "in Outlook, without a filling": '<p style="mso-style-textfill-type:none">bid 9</p>',
    "as data of Outlook": "<xml>bid 9</xml>",
    "where the reader has been": '<body vlink="white">bid 1<br><a href="x">bid 9</a></body>',
    "in one long line that is cut": (
        '<div style="overflow:hidden;width:300px"><b style="white-space:nowrap">bid 9</b></div>'
    ),
    "on every screen but a wide one": "<style>@media (max-width:400px){.x{display:none}}</style><p class=x>bid 9</p>",
    "on large telephones": (
        "<style>@media (max-width:600px){p{display:none}} @media (max-width:480px){p{display:block}}</style>"
        "<p>bid 9</p>"
    ),
    "on telephones, by two rules": (
        "<style>@media (max-width:600px){.x{height:0}} @media (max-width:480px){p{overflow:hidden}}</style>"
        "<p class=x>bid 9</p>"
    ),
    "on telephones alone": ("<style>p{display:none} @media (max-width:400px){p{display:block}}</style><p>bid 9</p>"),
    "on wide screens alone": ("<style>p{display:none} @media (min-width:900px){p{display:block}}</style><p>bid 9</p>"),
    "but in the dark": "<style>@media (prefers-color-scheme:dark){p{display:none}}</style><p>bid 9</p>",
    "in Outlook alone": "<!--[if mso]><p>bid 9</p><![endif]-->",
    "but in Outlook": "<!--[if !mso]><!--><p>bid 9</p><!--<![endif]-->",
    "but in Outlook, otherwise": "<![if !mso]><p>bid 9</p><![endif]>",
    "behind words in a list's place of a mark": "<ul style=\"list-style-type:'do not '\"><li>bid 9</li></ul>",
    "behind words in the place of quotation marks": "<style>q{quotes:'do not ' ''}</style><q>bid 9</q>",
    "behind blanks": f"<pre>{' ' * 900}bid 9</pre>",
    "behind blanks that do not break": f"<p>{'&nbsp;' * 900}bid 9</p>",
}
COVERED = {
    "by a white box": '<p>bid 9</p><div style="position:absolute;top:0;background:#fff">.</div>',
    "by a box that is moved up": '<p>bid 9</p><div style="position:relative;top:-40px;background:white">.</div>',
    "by a class": "<style>.x{position:fixed;inset:0;background-color:#fff}</style><p>bid 9</p><div class=x>.</div>",
    "by a box in a box": '<p>bid 9</p><div style="position:absolute;top:0"><p style="background:#fff">.</p></div>',
    "by a picture": '<p>bid 9</p><img src=x style="margin-top:-40px">',
    "by a picture in a box": '<p>bid 9</p><div style="position:absolute;top:0"><img src=x></div>',
    "by an old table": '<p>bid 9</p><div style="position:absolute;top:0"><table bgcolor=white><td>.</table></div>',
    "by a border": '<p>bid 9</p><div style="margin-top:-40px;border:40px solid #fff"></div>',
    "by an outline": '<p>bid 9</p><p style="outline:50px solid white">.</p>',
    "by a shadow": '<p>bid 9</p><p style="position:relative;box-shadow:0 0 0 99px #fff">.</p>',
    "by what a sheet draws": (
        "<style>p::after{content:'';position:absolute;inset:0;background:#fff}</style><p>bid 9</p>"
    ),
    "by a transform": '<p>bid 9</p><div style="background:#fff;transform:translateY(-30px)">.</div>',
    "perhaps": "<style>div:not(.z){position:absolute;top:0;background:#fff}</style><p>bid 9</p><div>.</div>",
    "by a frame": '<p>bid 9</p><iframe style="position:absolute;top:0;width:100%"></iframe>',
    "by a button": '<p>bid 9</p><button style="position:absolute;top:0;width:100%;height:200px"></button>',
    "by a drawing": '<p>bid 9</p><svg style="margin-top:-90px"><rect width=999 height=999 fill=white /></svg>',
    "by a dialog": "<p>bid 9</p><dialog open>.</dialog>",
    "by a table with a picture": '<p>bid 9</p><table background=x style="position:absolute;top:0"><td>.</table>',
    "by blocks": '<p>bid 9</p><p style="position:relative;top:-20px;color:#fff">████</p>',
    "by a large letter": '<p>bid 9</p><p style="margin-top:-90px;font-size:300px">I</p>',
    "by one that grows": '<p>bid 9</p><div style="background:#fff;scale:50">.</div>',
    "by one that is turned": '<p>bid 9</p><div style="background:#fff;height:300px;rotate:45deg">.</div>',
    "by a transform of long ago": '<p>bid 9</p><div style="background:#fff;-moz-transform:translate(0,-40px)">.</div>',
    "by one in the same place": (
        '<div style="display:grid"><p>bid 9</p><div style="grid-row:1;grid-column:1;background:#fff">.</div></div>'
    ),
    "by a picture around": '<p>bid 9</p><p style="border-style:solid;border-image:url(x) 1/1/300px">.</p>',
    "by the shadow of words": '<p>bid 9</p><p style="text-shadow:0 -20px 0 #fff">.</p>',
    "by a column's colour": '<table><colgroup><col bgcolor="#000000"></colgroup><tr><td>bid 9</td></tr></table>',
    "as a column that is folded": '<table><col style="visibility:collapse"><tr><td>bid 9</td></tr></table>',
    "at the right of a wide box": '<div style="width:9000px;text-align:right">bid 9</div>',
    "at the right of a wide table": '<table width="9000"><tr><td align=right>bid 9</td></tr></table>',
    "beside a wide cell": '<table><tr><td style="min-width:5000px"></td><td>bid 9</td></tr></table>',
    "in the middle of much padding": '<table cellpadding="3000"><tr><td>bid 9</td></tr></table>',
    "beside a wide border": '<p style="border-left:9999px solid white">bid 9</p>',
    "by the padding of the next line": '<p>bid 9<br><b style="background:white;padding:40px 300px">.</b></p>',
    "by the border of the next line": '<p>bid 9<br><b style="border-top:40px solid white">hello</b></p>',
    "by the shadow of the next line": '<p>bid 9<br><b style="box-shadow:0 -20px 0 20px white">.</b></p>',
    "by the paper of large letters": (
        '<p style="line-height:14px">bid 9<br><b style="background:white;font-size:60px">.</b></p>'
    ),
}
BESIDE = {
    "before": "<style>p::before{content:'do not '}</style><p>bid 9</p>",
    "after": "<style>p:after{content:'9'}</style><p>bid 1</p>",
    "bit by bit": "<style>p::after{content:'b' 'id 9'}</style><p>bid 1</p>",
    "with escapes": "<style>p::after{content:'\\62 id 9'}</style><p>bid 1</p>",
    "from an attribute": '<style>p::after{content:attr(title)}</style><p title="not really">bid 9</p>',
    "by counting": "<style>p{counter-reset:a 9} b::after{content:counter(a)}</style><p>bid <b></b>1</p>",
    "as a picture": "<style>p::before{content:url(https://evil.example/not.png)}</style><p>bid 9</p>",
    "in place of a mark": "<style>li::marker{content:'do not '}</style><ul><li>bid 9</li></ul>",
    "by marks of its own": "<style>@counter-style x{system:cyclic;symbols:'not'} ul{list-style:x}</style><ul><li>bid 9",
    "a minus": "<style>b:before{content:'-'}</style><p>bid <b>9</b></p>",
    "on telephones": "<style>@media (max-width:400px){p::before{content:'do not '}}</style><p>bid 9</p>",
}
"""Words that a style adds: a program that shows plain text has none of them."""
STRUCK = {
    "a class": "<style>.x{text-decoration:line-through}</style><p class=x>bid 9</p>",
    "a shorthand": "<style>.x{text-decoration:line-through red 2px}</style><p class=x>bid 9</p>",
    "the long name": '<p style="text-decoration-line:line-through">bid 9</p>',
    "perhaps": "<style>p:not(.z){text-decoration:line-through}</style><p>bid 9</p>",
    "around it": '<div style="text-decoration:line-through"><p>bid 9</p><p>bid 8</p></div>',
    "two lines": "<p><s>bid 9<br>bid 8</s></p>",
    "around a block": "<del><p>bid 9</p></del>",
    "with a sign of its own in it": "<p><s>bid 9 ~ </s></p>",
    "with a long remark": f"<p><s>bid 9 // {'x' * 500}</s></p>",
}
SHOWN = {
    "in a box with a shadow": '<p style="background:#fff;box-shadow:0 2px 4px #888;outline:0;border:1px">bid 9</p>',
    "in a box that is moved": '<p style="position:relative;left:4px">bid 9</p>',
    "as Apple Mail pastes": (
        '<span style="caret-color:rgb(0, 0, 0);color:rgb(0, 0, 0);font-family:Helvetica;font-size:12px;'
        "font-style:normal;font-variant-caps:normal;font-weight:400;letter-spacing:normal;orphans:auto;text-align:start;text-indent:0px;"
        "text-transform:none;white-space:normal;widows:auto;word-spacing:0px;-webkit-text-stroke-width:0px;"
        '-webkit-text-size-adjust:auto;text-decoration:none;display:inline!important;float:none">bid 9</span>'
    ),
    "as Gmail pastes": (
        '<div style="font-family:Arial, sans-serif;font-size:small;font-variant-ligatures:normal;text-align:start;'
        "white-space:normal;background-color:rgb(255, 255, 255);text-decoration-thickness:initial;"
        'text-decoration-style:initial;text-decoration-color:initial">bid 9</div>'
    ),
    "as Outlook writes on the web": (
        '<div class="elementToProof" style="font-family:Aptos, Calibri;font-size:12pt;color:rgb(0, 0, 0);'
        'line-height:normal;margin:0in;mso-line-height-rule:exactly;mso-margin-top-alt:auto">bid 9</div>'
    ),
    "from right to left": "<div dir=rtl>bid 9</div>",
    "with names of long ago for what hides nothing": '<pre style="-moz-tab-size:4;-webkit-hyphens:auto">bid 9</pre>',
    "in a body as Apple Mail writes it": (
        '<div style="overflow-wrap:break-word;-webkit-nbsp-mode:space;line-break:after-white-space">bid 9</div>'
    ),
    "light or dark": "<meta name=color-scheme content='light dark'><p>bid 9</p>",
    "in a box that closes around what floats": '<div style="overflow:hidden"><p>bid 9</p></div>',
    "in a row": '<p style="display:flex;flex-wrap:wrap;gap:4px;align-items:center">bid 9</p>',
    "in a box that scrolls": '<pre style="overflow:auto;max-height:300px;white-space:pre-wrap">bid 9</pre>',
    "rounded": '<p style="border-radius:4px;padding:12px 20px;border:1px solid #ccc">bid 9</p>',
    "light grey": '<p style="color:#bbb">bid 9</p>',
    "underlined": '<p style="text-decoration:underline">bid 9</p>',
    "as Outlook writes": '<p class=MsoNormal style="margin:0cm;font-size:11.0pt;color:windowtext">bid 9</p>',
    "in the colour around": '<div style="color:#333"><p style="color:inherit">bid 9</p></div>',
    "a variable without a value": '<p style="color:var(--text)">bid 9</p>',
    "a shorthand of a font": '<p style="font:italic 700 14px/1.4 Arial,sans-serif">bid 9</p>',
    "in the middle": '<p style="margin:0 auto;position:relative;left:50%;transform:translate(-50%,-50%)">bid 9</p>',
    "white where it is dark": "<style>@media (prefers-color-scheme:dark){p{color:white}}</style><p>bid 9</p>",
    "white in another place": "<style>.dark p{color:white}</style><p>bid 9</p>",
    "gone under the mouse": "<style>p:hover{opacity:0} p::before{font-size:0}</style><p>bid 9</p>",
    "on paper gone": "<style>@media print{p{display:none}}</style><p>bid 9</p>",
    "shown again": '<p style="display:none;display:block">bid 9</p>',
    "shown in what is not": '<div style="visibility:hidden"><p style="visibility:visible">bid 9</p></div>',
    "plain": "<p>bid 9</p>",
    "on paper that is no paper": '<p style="background-color:rgba(255, 255, 255, 0)">bid 9</p>',
    "on paper as Word makes it": '<p style="background:white none repeat scroll 0% 0%">bid 9</p>',
    "a list that hangs out": '<p style="margin-left:36.0pt;text-indent:-18.0pt">bid 9</p>',
    "as Word lists": "<style>@list l0{mso-list-id:1} @font-face{font-family:Calibri;panose-1:2 15}</style><p>bid 9</p>",
    "unfolded": "<details open><p>bid 9</p></details>",
    "two ways, the second newer": '<p style="display:block;display:-webkit-box">bid 9</p>',
    "a link": "<a href=x>bid 9</a>",
    "white on black through a pane": (
        '<div style="background:#000"><p style="background:rgba(0,0,0,.2);color:#fff">bid 9</p></div>'
    ),
    "white on black": '<div style="background-color:black"><p style="color:white">bid 9</p></div>',
    "small inside a wrapper of size 0": '<div style="font-size:0"><p style="font-size:14px">bid 9</p></div>',
    "grey": '<p style="color:#888">bid 9</p>',
    "half transparent": '<p style="opacity:0.5">bid 9</p>',
    "a little to the left": '<p style="margin-left:-12px">bid 9</p>',
    "ten per cent wider": '<p style="width:100%;height:10px;max-height:50px">bid 9</p>',
    "larger on telephones": "<style>@media (max-width:400px){.x{font-size:18px}}</style><p class=x>bid 9</p>",
    "a narrow column on telephones": "<style>@media (max-width:600px){p{width:100%;padding:4px}}</style><p>bid 9</p>",
    "with other colours in the dark": (
        "<style>@media (prefers-color-scheme:dark){p{color:#fff;background:#222}}</style><p>bid 9</p>"
    ),
    "behind the mark of an item": "<style>li:before{content:counter(a) '. '}</style><ul><li>bid 9</ul>",
    "behind a mark in quotes": "<style>p:before{content:'\\201C'} q{quotes:'«' '»'}</style><p>bid 9</p>",
    "before what only ends floats": (
        "<style>.x:after{content:'.';display:block;visibility:hidden}</style><p class=x>bid 9</p>"
    ),
    "in a list with marks": '<ul style="list-style:square"><li style="list-style-type:\'- \'">bid 9</ul>',
    "to whom shows no lists of Word": "<p><!--[if !supportLists]-->bid 9<!--[endif]--></p>",
    "behind what Word says to Word": "<!--[if mso]><style>.x{color:red}</style><![endif]--><p>bid 9</p>",
    "a badge": '<p><b style="background:#fff;padding:2px 6px;border:1px solid #336699">bid 9</b></p>',
    "in a box with room around": '<div style="background:#fff;padding:24px;border-top:12px solid #999999">bid 9</div>',
    "thinly underlined": '<p style="text-decoration:underline 1px #336699">bid 9</p>',
    "large on white, as pasted": '<b style="background-color:#fff;font-size:36px;line-height:1.2">bid 9</b>',
    "beside a large photograph": "<p><img width=4032 height=3024><br>bid 9</p>",
    "another class": "<style>.y{display:none}</style><p class=x>bid 9</p>",
    "dark page, light words": '<body bgcolor="#222" text="#eee"><p>bid 9</p></body>',
}


@pytest.mark.parametrize("page", HIDDEN.values(), ids=HIDDEN)
def test_what_nobody_sees_is_not_read(page):
    page = f"<html><body>bid 1<br>{page}</body></html>" if "<body" not in page else page
    assert "bid 9" not in [text for _, text in lines_of_page(page)]
    assert hidden_in_page(page)[-1:] == ("bid 9",)


@pytest.mark.parametrize("page", COVERED.values(), ids=COVERED)
def test_what_may_lie_under_a_box_is_not_read(page):
    page = f"<html><body>{page}</body></html>"
    assert lines_of_page(page) == ()
    assert "bid 9" in hidden_in_page(page)


@pytest.mark.parametrize("page", BESIDE.values(), ids=BESIDE)
def test_what_a_style_writes_beside_a_line_is_not_read_and_neither_is_the_line(page):
    page = f"<html><body>{page}</body></html>"
    assert [text for _, text in lines_of_page(page) if text] == []
    assert "bid" in " ".join(hidden_in_page(page))


def test_words_that_a_style_writes_are_named():
    for page in (BESIDE["bit by bit"], BESIDE["with escapes"]):
        assert "bid 9" in hidden_in_page(page)


@pytest.mark.parametrize("page", STRUCK.values(), ids=STRUCK)
def test_what_a_page_strikes_out_is_taken_back(page):
    left = [without_struck(text) for _, text in lines_of_page(f"<html><body>{page}</body></html>")]
    assert not any("bid" in text for text in left), left


def test_what_stands_beside_it_is_read():
    page = "<html><body>bid 1<br><style>.x{display:none}</style><p class=x>bid 9</p><p>bid 2</p>"
    assert [text for _, text in lines_of_page(page) if text] == ["bid 1", "bid 2"]
    assert hidden_in_page(page) == ("bid 9",)


@pytest.mark.parametrize("page", SHOWN.values(), ids=SHOWN)
def test_what_anybody_sees_is_read(page):
    assert [text for _, text in lines_of_page(page) if text] == ["bid 9"]
    assert hidden_in_page(page) == ()


def test_nothing_of_a_page_of_too_many_tags_is_read():
    page = f"{'<b></b>' * 20_000}<p>bid 8<p hidden>bid 9</p>"
    assert lines_of_page(page) == ()
    assert "bid 8" in " ".join(hidden_in_page(page))
