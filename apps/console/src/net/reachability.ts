/** Starts the key of who would be notified now: a screen that shows it reads it again after a save. */
export const REACHABILITY = ['reachability'];
