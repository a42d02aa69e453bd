/** The start of an address that can be parsed, although its user or password ends at one of #, ? and /: what follows contains `@`. */
const READ_AS_HOST = /^[^@/?#]*(?:#.*@|\?[^=]*@|:\d*\/[^=]*@)/s;
/** The same of an address that cannot be parsed. */
const UNPARSED = /^[^@/?#]*[/?#].*@/s;

const WRITE_ENCODED = 'must write # as %23, / as %2F and ? as %3F in its user name and password';

/** What to change in an address whose password contains a character that ends it; null: nothing. */
export function unescapedPassword(address: string, canParse = URL.canParse(address)): string | null {
  const rest = address.slice(address.indexOf('://') + 3);
  return (canParse ? READ_AS_HOST : UNPARSED).test(rest) ? WRITE_ENCODED : null;
}
