/** The problem of an address that does not start with one of these protocols (`https:`); null: it does. */
export function protocolProblem(address: string, protocols: readonly string[]): string | null {
  const start = address.toLowerCase();
  const starts = protocols.map((protocol) => `${protocol}//`);
  if (starts.some((one) => start.startsWith(one))) return null;
  return `must be an address that starts with ${starts.join(' or ')}`;
}
