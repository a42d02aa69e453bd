/** The selection of a text; `head` is where its cursor is. Offsets in characters; a line break is one. */
export interface TextPlace {
  anchor: number;
  head: number;
  hasFocus: boolean;
}
