/** The tables that raw SQL reads or writes. */

/** `set`: of `do update set`. `?`: an interpolation. */
const TABLE = /\s*(?:(?:only|lateral)\b\s*)?(?:"?\w+"?\s*\.\s*)?("?\w+"?|\?+|\()/y;
const ALIAS =
  /(?:\s*\bas\b)?\s*(?!(?:where|join|inner|left|right|full|cross|natural|on|using|order|group|having|limit|offset|union|except|intersect|returning|set|values|select|default|for|window)\b)"?[a-z_]\w*"?\s*(?:\([^()]*\))?/iy;
const COMMA = /\s*,/y;
const CLAUSE =
  /(?<!\bdistinct\s+)\bfrom\b|\bjoin\b|\binto\b|(?<!\b(?:for|key)\s+)\bupdate\b(?!\s+set\b)|\busing\b(?!\s*\()/gi;
const WITH =
  /(?:\bwith\b(?:\s+recursive\b)?|,)\s*(\w+)\s*(?:\([^()]*\))?\s*\bas\b(?:\s+(?:not\s+)?materialized\b)?\s*\(/gi;

/** A table, or for an interpolation its offset. `at`: the offset in the text. */
export type SqlTable = { name: string; at: number; isInterpolation: boolean };

/** The tables in a text whose interpolations are question marks, without the names that the text itself defines. */
export function sqlTables(text: string): SqlTable[] {
  const own = new Set([...text.matchAll(WITH)].map(([, name]) => name?.toLowerCase()));
  return [...text.matchAll(CLAUSE)]
    .flatMap((clause) => tablesAt(text, clause.index + clause[0].length))
    .filter(({ name }) => !own.has(name));
}

/** The tables of a list that starts at an offset: `a, b as c, (select ...) d`. */
function tablesAt(text: string, start: number): SqlTable[] {
  const found: SqlTable[] = [];
  let at = start;
  for (;;) {
    const match = matchAt(TABLE, text, at);
    if (!match) return found;
    const [all, name = ''] = match;
    const offset = at + all.length - name.length;
    at += all.length;
    if (name === '(') {
      // A query in brackets has a clause of its own; a list in brackets continues this one.
      if (!/^\s*(?:select|values|with|\?)/i.test(text.slice(at))) found.push(...tablesAt(text, at));
      at = endOfBrackets(text, at);
    } else {
      const isInterpolation = name.startsWith('?');
      found.push({ name: name.replaceAll('"', '').toLowerCase(), at: offset, isInterpolation });
    }
    at += matchAt(ALIAS, text, at)?.[0].length ?? 0;
    const comma = matchAt(COMMA, text, at);
    if (!comma) return found;
    at += comma[0].length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The offset after the bracket that closes the one before `start`. */
function endOfBrackets(text: string, start: number): number {
  let open = 1;
  let at = start;
  for (; at < text.length && open > 0; at += 1) {
    if (text[at] === '(') open += 1;
    if (text[at] === ')') open -= 1;
  }
  return at;
}
