import type { BulkResult } from '@callpoint/contract/bulk';
import type { FastifyRequest } from 'fastify';
import { CallError } from './errors/call-error.ts';

const FAILED = 'Failed to perform Action.';

/**
 * Changes rows one after the other, each through the fair queue, so that a long list delays no other account. A row that
 * fails does not stop the others.
 */
export async function tryEach(
  request: FastifyRequest,
  ids: readonly number[],
  change: (id: number) => Promise<unknown>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] };
  for (const id of new Set(ids)) {
    try {
      await request.server.admission.run(request, () => change(id));
      result.done.push(id);
    } catch (error) {
      if (!(error instanceof CallError)) request.log.error({ err: error }, 'a row could not be changed');
      result.failed.push({ id, msg: error instanceof CallError ? error.message : FAILED });
    }
  }
  return result;
}

/** The same, as the response of a call. @param verb names what was done to the rows: `deleted` */
export async function changeEach(
  request: FastifyRequest,
  ids: readonly number[],
  verb: string,
  change: (id: number) => Promise<unknown>,
): Promise<{ ok: true; msg: string; data: BulkResult }> {
  const data = await tryEach(request, ids, change);
  return { ok: true, msg: bulkText(`${data.done.length} ${verb}`, data), data };
}

/** `2 deleted, 1 failed.` */
export function bulkText(done: string, { failed }: BulkResult): string {
  return failed.length > 0 ? `${done}, ${failed.length} failed.` : `${done}.`;
}
