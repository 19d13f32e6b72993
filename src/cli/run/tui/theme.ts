import type { EditorTheme, SelectListTheme } from "@earendil-works/pi-tui";
import { paint, type Style } from "../../terminal.ts";

export interface Theme {
  readonly editor: EditorTheme;
  readonly list: SelectListTheme;
}

export function themeFor(color: boolean): Theme {
  const as = (style: Style | null) => (text: string) => paint({ color }, style, text);
  const list: SelectListTheme = {
    selectedPrefix: as("cyan"),
    selectedText: as("cyan"),
    description: as("dim"),
    scrollInfo: as("dim"),
    noMatch: as("dim"),
  };
  return { list, editor: { borderColor: as("dim"), selectList: list } };
}
