import type { BulkResult } from '@callpoint/contract/bulk';
import type { FastifyRequest } from 'fastify';
import { CallError } from './errors/call-error.ts';

const FAILED = 'Failed to perform Action.';

/**
 * Changes rows one after the other, each through the fair queue, so that a long list delays no other account. A row that
 * fails does not stop the others.
 * @param verb names what was done to them: `deleted`
 */
export async function changeEach(
  request: FastifyRequest,
  ids: readonly number[],
  verb: string,
  change: (id: number) => Promise<unknown>,
): Promise<{ ok: true; msg: string; data: BulkResult }> {
  const data: BulkResult = { done: [], failed: [] };
  for (const id of new Set(ids)) {
    try {
      await request.server.admission.run(request, () => change(id));
      data.done.push(id);
    } catch (error) {
      if (!(error instanceof CallError)) request.log.error({ err: error }, 'a row could not be changed');
      data.failed.push({ id, msg: error instanceof CallError ? error.message : FAILED });
    }
  }
  const failed = data.failed.length > 0 ? `, ${data.failed.length} failed` : '';
  return { ok: true, msg: `${data.done.length} ${verb}${failed}.`, data };
}
