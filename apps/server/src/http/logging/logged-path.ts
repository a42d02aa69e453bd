/** Links whose last part is a token: to an incident, and to a location. */
const TOKEN_LINK = /^(.*?\/(?:respond|where)\/)./is;

/** How often a path may be encoded. */
const MOST_DECODED = 3;

/**
 * The path of a call for the log, without its query and without tokens. A path that is encoded, also more than once or in
 * capitals, is the same link to the router, or to a person who reads the log.
 */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  let decoded = path;
  for (let times = 0; times < MOST_DECODED; times += 1) decoded = decode(decoded);
  if (decode(decoded) !== decoded) return '…';
  const [, start] = TOKEN_LINK.exec(decoded) ?? [];
  return start === undefined ? path : `${start}…`;
}

/** Decodes ASCII characters. Unlike `decodeURI`, it accepts every text. */
function decode(path: string): string {
  return path.replaceAll(/%([0-7][0-9a-f])/gi, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
}
