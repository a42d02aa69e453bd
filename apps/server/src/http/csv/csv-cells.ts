/** Cells of a CSV file that no spreadsheet executes. */

export type Cell = string | number | null;

/** The first characters of a formula, also in the wide and small forms that spreadsheets treat as equal. */
const STARTS_FORMULA = new Set('=+-@＝＋－＠﹦﹢﹣﹫');
const MAY_CONTAIN_FORMULA = /[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r]/;
/** After these a spreadsheet may start another cell: some ignore quotes, or split at semicolons. */
const STARTS_CELL = new Set('\n\r\t\v\f;\u0085\u2028\u2029');
const BLANK = /^[\s\p{Cc}\p{Cf}]$/u;
/** Makes a spreadsheet read the following characters as text. */
const AS_TEXT = "'";

/**
 * A cell whose text cannot become a formula: an apostrophe precedes each part that would start one, at the start of
 * the cell, of a line, or after a separator, even after blanks. Its time is proportional to the text's length.
 */
export function safeCell(cell: Cell): Cell {
  if (typeof cell !== 'string' || !MAY_CONTAIN_FORMULA.test(cell)) return cell;
  let safe = /^[\t\r]/.test(cell) ? AS_TEXT : '';
  let copied = 0;
  let start = 0;
  let onlyBlanks = true;
  for (let index = 0; index < cell.length; index += 1) {
    const character = cell.charAt(index);
    if (STARTS_CELL.has(character)) {
      start = index + 1;
      onlyBlanks = true;
    } else if (onlyBlanks && STARTS_FORMULA.has(character)) {
      safe += cell.slice(copied, start) + AS_TEXT;
      copied = start;
      onlyBlanks = false;
    } else if (onlyBlanks && !BLANK.test(character)) {
      onlyBlanks = false;
    }
  }
  return safe + cell.slice(copied);
}
