/** Begins the key of who would be told now: what is saved on a screen that shows it has it read again. */
export const REACHABILITY = ['reachability'];
