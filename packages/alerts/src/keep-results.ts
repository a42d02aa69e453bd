/**
 * The function `compute`, but it keeps its last results, which nobody may change.
 * @param most results
 * @param longest a result of a text with more characters is not kept
 */
export function keepResults<Result>(
  most: number,
  longest: number,
  compute: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text.length > longest) return result;
    if (results.size >= most) results.clear();
    results.set(text, result);
    return result;
  };
}
