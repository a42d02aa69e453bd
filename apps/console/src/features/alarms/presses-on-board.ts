import { createStore } from '../../store/store.ts';

/** The ids of the presses whose incidents the board shows now: the bar above the page does not repeat them. */
export const pressesOnBoard = createStore<ReadonlySet<number | null>>(new Set());
