/** A text after `inserted` replaced the selection, and the new position of the cursor. */
export function insertAt(
  text: string,
  selection: { start: number; end: number },
  inserted: string,
): { text: string; caret: number } {
  const start = Math.min(selection.start, text.length);
  const end = Math.max(start, Math.min(selection.end, text.length));
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length };
}
