import { createStore } from '../../store/store.ts';

/** The id of the app user for whom all previews are filled in; null for the sample user. */
export const previewPerson = createStore<number | null>(null);
