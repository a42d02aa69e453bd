import { done, failure } from '@callpoint/contract/errors';
import {
  buttonClicksResponse,
  buttonClicksQuery,
  deleteSubmission,
  formSubmissionsResponse,
  formSubmissionsQuery,
  submissionSummaryResponse,
  submissionSummaryQuery,
  openedResponse,
  openSubmission,
} from '@callpoint/contract/submissions';
import { TEXTS } from '@callpoint/contract/texts';
import type { LiveEvents } from '../../events/live-events.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import { tenantOf } from '../../http/auth/guard.ts';
import type { App } from '../../http/schemas.ts';
import { submissionSummary } from './submission-summary.ts';
import { buttonClicks, formSubmissions } from './submissions.lists.ts';
import { deleteButtonClick, deleteFormSubmission, openButtonClick } from './submissions.repository.ts';

/** What came in: lists of button presses and forms, opening an emergency, and deletion. */
export function submissionRoutes(app: App, { live }: { live: Pick<LiveEvents, 'publish'> }): void {
  app.get(
    '/listPaged/button_click',
    {
      config: { access: 'submission.list' },
      schema: { querystring: buttonClicksQuery, response: { 200: buttonClicksResponse, '4xx': failure } },
    },
    async (request) => ({
      ok: true as const,
      ...(await tenantOf(request).page(buttonClicks, request.query)),
    }),
  );

  app.get(
    '/listPaged/form_submission',
    {
      config: { access: 'submission.list' },
      schema: {
        querystring: formSubmissionsQuery,
        response: { 200: formSubmissionsResponse, '4xx': failure },
      },
    },
    async (request) => ({
      ok: true as const,
      ...(await tenantOf(request).page(formSubmissions, request.query)),
    }),
  );

  app.post(
    '/open/button_click',
    {
      config: { access: 'submission.open' },
      schema: { body: openSubmission, response: { 200: openedResponse, '4xx': failure } },
    },
    async (request) => {
      const { id } = request.body;
      const opened = await openButtonClick(tenantOf(request), id);
      if (!opened) throw notFound();
      if (opened === 'not an emergency') throw conflict('Only an emergency is opened.', 'id');
      const { opened_at, first, owner } = opened;
      if (first) live.publish({ kind: 'submission.opened', ...owner, id, at: opened_at });
      return { ok: true as const, msg: 'Opened.', data: { opened_at } };
    },
  );

  app.get(
    '/submissionSummary',
    {
      config: { access: 'submission.list' },
      schema: {
        querystring: submissionSummaryQuery,
        response: { 200: submissionSummaryResponse, '4xx': failure },
      },
    },
    async (request) => {
      const { team_id: teamId } = request.query;
      const tenant = tenantOf(request);
      if (!(await tenant.find('team', teamId))) throw notFound('There is no such subscriber.', 'team_id');
      return { ok: true as const, data: { items: await submissionSummary(tenant, teamId) } };
    },
  );

  for (const [path, remove] of [
    ['/delete/button_click', deleteButtonClick],
    ['/delete/form_submission', deleteFormSubmission],
  ] as const) {
    app.post(
      path,
      {
        config: { access: 'submission.delete' },
        schema: { body: deleteSubmission, response: { 200: done, '4xx': failure } },
      },
      async (request) => {
        const { id } = request.body;
        const gone = await remove(tenantOf(request), id);
        if (!gone) throw notFound();
        live.publish({ kind: 'submission.deleted', ...gone, id, at: new Date().toISOString() });
        return { ok: true as const, msg: TEXTS.deleted };
      },
    );
  }
}
