/** The value of a column that contains JSON. */
export function parsed(text: string | null): unknown {
  return text === null ? null : (JSON.parse(text) as unknown);
}
