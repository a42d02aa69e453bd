/** A part of a text that stands for something else: shown as one piece. Offsets in UTF-16 code units. */
export interface TemplateMark {
  from: number;
  to: number;
  /** Null where the part is right, else the sentence that says what is wrong with it. */
  problem: string | null;
}
