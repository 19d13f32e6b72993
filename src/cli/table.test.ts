import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { renderTable } from "./table.ts";
import { wrap } from "./wrap.ts";

const columns = [{ title: "Order", align: "right" }, { title: "Name" }, { title: "Event" }] as const;
const rows = [
  [1, "block-secret-file-edits", "tool.pre_call"],
  [12, "", null],
];

describe("renderTable", () => {
  it("aligns columns and shows a dash for empty cells", () => {
    expect(renderTable({ width: 80, color: false }, columns, rows)).toBe(
      [
        "Order  Name                     Event",
        "    1  block-secret-file-edits  tool.pre_call",
        "   12  -                        -",
      ].join("\n"),
    );
  });

  it("breaks long cells where a name has joints", () => {
    expect(renderTable({ width: 38, color: false }, columns, rows)).toBe(
      [
        "Order  Name              Event",
        "    1  block-secret-     tool.pre_call",
        "       file-edits",
        "   12  -                 -",
      ].join("\n"),
    );
  });

  it("becomes a list of fields where a table would be slivers", () => {
    expect(renderTable({ width: 20, color: false }, columns, rows.slice(0, 1))).toBe(
      ["Order  1", "Name   block-secret-", "       file-edits", "Event  tool.pre_call"].join("\n"),
    );
  });

  it.each([20, 40, 80, 200])("never exceeds %i columns, wide characters counted as two", (width) => {
    const text = renderTable({ width, color: false }, columns, [
      [1, "保護された秘密のファイル".repeat(4), "x".repeat(90)],
    ]);
    expect(Math.max(...text.split("\n").map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
  });

  it("strips control characters, colours only when asked, and counts colour as no width", () => {
    const cell = [{ text: "de\u001b[2Jnied", style: "red" }] as const;
    expect(renderTable({ width: 80, color: false }, [{ title: "Outcome" }], [cell])).toBe("Outcome\ndenied");
    const painted = renderTable({ width: 80, color: true }, [{ title: "Outcome" }], [cell]);
    expect(painted).toContain("\u001b[31mdenied\u001b[39m");
    expect(painted).not.toContain("[2J");
  });
});

describe("wrap", () => {
  it.each<[text: string, width: number, lines: string[]]>([
    ["short", 10, ["short"]],
    ["two words here", 9, ["two words", "here"]],
    ["fired on tool.pre_call", 17, ["fired on", "tool.pre_call"]],
    ["on task.run.lease_recovered", 12, ["on task.run.", "lease_", "recovered"]],
    ["abcdefghij", 4, ["abcd", "efgh", "ij"]],
    ["", 4, [""]],
  ])("%j at %i", (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });
});
