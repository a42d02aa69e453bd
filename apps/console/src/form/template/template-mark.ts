/** A part of a text that represents a value: displayed as one unit. Offsets in UTF-16 code units. */
export interface TemplateMark {
  from: number;
  to: number;
  /** Null if the part is valid, else a sentence with the problem. */
  problem: string | null;
}
