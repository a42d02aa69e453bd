/** The start of an address that can be parsed, although its user or password ends at one of #, ? and /: what follows contains `@`. */
const READ_AS_HOST = /^[^@/?#]*(?:#.*@|\?[^=]*@|:\d*\/[^=]*@)/s;
/** The password contains `@` before that: what follows would be the host. Paths of web addresses may contain `@`. */
const READ_AS_REST = /^[^/?#]*@[^/?#]*(?:#.*@|[?/][^=]*@)/s;
/** The same of an address that cannot be parsed. */
const UNPARSED = /^[^@/?#]*[/?#].*@/s;

const WRITE_ENCODED = 'must write # as %23, / as %2F, ? as %3F and @ as %40 in its user name and password';

/** What to change in an address whose password contains a character that ends it; null: nothing. */
export function unescapedPassword(address: string, canParse = URL.canParse(address)): string | null {
  const rest = address.slice(address.indexOf('://') + 3);
  const isCut = canParse
    ? READ_AS_HOST.test(rest) || (!/^https?:/.test(address) && READ_AS_REST.test(rest))
    : UNPARSED.test(rest);
  return isCut ? WRITE_ENCODED : null;
}
