import type { UpdateResult } from '../../db/handles/tenant.ts';
import { conflict, notFound } from './call-error.ts';

const STALE = 'This was changed while you were editing. Reload it, then repeat your change.';

/** The `data` of an update's response. Throws CallError 404 for a row that the caller does not have, 409 for one that changed since it was read. */
export function requireUpdated(result: UpdateResult, missing?: string): { updated_at: string } {
  if (result === 'missing') throw notFound(missing);
  if (result === 'stale') throw conflict(STALE, 'updated_at');
  return { updated_at: result.updatedAt };
}
