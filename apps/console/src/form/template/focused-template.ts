import { createStore } from '../../store/store.ts';

/** The id of the text with variables that has the focus, or had it last: it has the page's menu of variables. */
export const focusedTemplate = createStore<string | null>(null);
