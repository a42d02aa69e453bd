import fc from 'fast-check';

/** Milliseconds for each property. A mutant that survives them usually survives the full number of runs as well. */
const TIME_LIMIT = 100;

// Otherwise each of the thousand mutants takes as long as all properties together.
fc.configureGlobal({ interruptAfterTimeLimit: TIME_LIMIT });
