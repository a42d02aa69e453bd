/** The values of a matching path's parameters; null if the path does not match. */
export type Match = Record<string, string> | null;

/**
 * Compares a path with a pattern, e.g. `/users/edit/7` with `users/edit/:userId`. Slashes at both ends change nothing, and
 * letters match in either case.
 */
export function matchPath(pattern: string, path: string): Match {
  const wanted = segments(pattern);
  const given = segments(path);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decode(given[index] ?? '');
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

const segments = (path: string) => path.split('/').filter((part) => part !== '');

/** A malformed escape such as `%zz` stays as it is written. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
