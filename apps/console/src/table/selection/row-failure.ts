import { lazyPart } from '../../states/lazy-part.tsx';

/** Why a bulk action failed for a row. Needed only after one. */
export const RowFailure = lazyPart(async () => (await import('./row-failure-text.tsx')).RowFailureText);
