/** The JavaScript that the phone app loads before its first screen, gzipped, in bytes. */
export const PHONE_BUDGET = 90_000;

/** The scripts that a built page loads: its own, and those that it preloads. Paths relative to `base`. */
export function scriptsOf(html: string, base: string): string[] {
  return [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, address = '']) =>
    address.replace(base, ''),
  );
}
