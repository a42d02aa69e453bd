/** The browsers' messages for a module that failed to load: Chromium, Firefox, Safari; and Vite's for a style sheet. */
const MESSAGES = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
];

/** True when a page's code could not be fetched: offline, or replaced by a newer version. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && MESSAGES.some((message) => error.message.includes(message));
}
