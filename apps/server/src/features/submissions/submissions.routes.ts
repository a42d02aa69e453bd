import { bulkCalls } from '@callpoint/contract/bulk';
import { submissionCalls } from '@callpoint/contract/submission-calls';
import { TEXTS } from '@callpoint/contract/texts';
import type { LiveEvents } from '../../events/live-events.ts';
import type { FastifyRequest } from 'fastify';
import { changeEach } from '../../http/bulk.ts';
import { notFound } from '../../http/errors/call-error.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { submissionSummary } from './submission-summary.ts';
import { buttonClicks, formSubmissions } from './submissions.lists.ts';
import { findRecord } from './find-record.ts';
import {
  deleteButtonClick,
  deleteFormSubmission,
  openSubmission,
  type FirstOpening,
} from './submissions.repository.ts';

type Dependencies = {
  live: Pick<LiveEvents, 'publish'>;
  /** Called after the commit that marked a submission as opened for the first time. */
  onFirstOpened: (opening: FirstOpening) => void;
};

/** Submissions: lists of button presses and forms, opening one, and deletion. */
export function submissionRoutes(app: App, { live, onFirstOpened }: Dependencies): void {
  app.handleList(submissionCalls.listButtonClicks, async (tenant, query) => ({
    ok: true as const,
    ...(await tenant.page(buttonClicks, query)),
  }));

  app.handleList(submissionCalls.listFormSubmissions, async (tenant, query) => ({
    ok: true as const,
    ...(await tenant.page(formSubmissions, query)),
  }));

  async function open(request: FastifyRequest, table: 'button_click' | 'form_submission', id: number) {
    const opened = await openSubmission(getTenantDb(request), table, id);
    if (!opened) throw notFound();
    const { opened_at, opening } = opened;
    if (opening) {
      const { submission, team_id, item_id } = opening;
      live.publish({ kind: 'submission.opened', submission, team_id, item_id, id, at: opened_at });
      onFirstOpened(opening);
    }
    return { ok: true as const, msg: 'Opened.', data: { opened_at } };
  }
  app.handle(submissionCalls.openButtonClick, (request) => open(request, 'button_click', request.body.id));
  app.handle(submissionCalls.openFormSubmission, (request) =>
    open(request, 'form_submission', request.body.id),
  );

  app.handle(submissionCalls.find, async (request) => {
    const found = await findRecord(getTenantDb(request), request.query.key);
    if (!found) throw notFound('The record does not exist.', 'key');
    return { ok: true as const, data: found };
  });

  app.handle(submissionCalls.summary, async (request) => {
    const { team_id: teamId } = request.query;
    const tenant = getTenantDb(request);
    if (!(await tenant.find('team', teamId))) throw notFound('The subscriber does not exist.', 'team_id');
    return { ok: true as const, data: { items: await submissionSummary(tenant, teamId) } };
  });

  async function remove(request: FastifyRequest, id: number, deleteRow: typeof deleteButtonClick) {
    const deleted = await deleteRow(getTenantDb(request), id);
    if (!deleted) throw notFound();
    live.publish({ kind: 'submission.deleted', ...deleted, id, at: new Date().toISOString() });
    return { ok: true as const, msg: TEXTS.deleted };
  }
  app.handle(
    bulkCalls.deleteButtonClicks,
    (request) =>
      changeEach(request, request.body.ids, 'deleted', (id) => remove(request, id, deleteButtonClick)),
    { expensive: 'bulk' },
  );
  app.handle(
    bulkCalls.deleteFormSubmissions,
    (request) =>
      changeEach(request, request.body.ids, 'deleted', (id) => remove(request, id, deleteFormSubmission)),
    { expensive: 'bulk' },
  );
  app.handle(submissionCalls.deleteButtonClick, (request) =>
    remove(request, request.body.id, deleteButtonClick),
  );
  app.handle(submissionCalls.deleteFormSubmission, (request) =>
    remove(request, request.body.id, deleteFormSubmission),
  );
}
