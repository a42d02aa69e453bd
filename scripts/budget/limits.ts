const KB = 1000;

/** What a screen with a budget may load until it is idle, with an empty cache and without any input. */
export interface ScreenBudget {
  /** Bytes, gzipped. */
  js: number;
  css: number;
  /** Its calls, including those of the frame around it and the stream of live events. */
  calls: number;
  /** If it may send more requests than `MAX_REQUESTS`. */
  requests?: number;
}

/** By the name of the budget in the console's list of screens. A journey measures the first screen of each. */
export const SCREEN_BUDGETS = {
  login: { js: 110 * KB, css: 15 * KB, calls: 0 },
  // Its form has more fields, with the style of a checkbox and what people see while they type a number.
  register: { js: 118 * KB, css: 12 * KB, calls: 0, requests: 15 },
  contact: { js: 112 * KB, css: 12 * KB, calls: 0 },
  // The page of the list, the frame, and the stream.
  records: { js: 155 * KB, css: 17.5 * KB, calls: 3 },
  // The first steps, who would be notified, the frame, and the stream. The settings below load when they are in the window.
  dashboard: { js: 180 * KB, css: 20 * KB, calls: 4 },
  // The settings, who would be notified, the frame, and the stream.
  settings: { js: 220 * KB, css: 25 * KB, calls: 4 },
  // The numbers, the revenue, the frame, and the stream.
  overview: { js: 220 * KB, css: 20 * KB, calls: 4 },
} as const satisfies Record<string, ScreenBudget>;

/** The document, its scripts and styles, one font, and the calls. */
export const MAX_REQUESTS = 14;
