"use strict";
// Rows of the table of games that hold every word that was typed.
{
  const field = document.getElementById("search"), found = document.getElementById("found");
  const rows = [...document.querySelectorAll("#games tbody tr")];
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      count += row.hidden ? 0 : 1;
    }
    found.textContent = words.length ? `${count} of ${rows.length} games` : "";
  });
}
