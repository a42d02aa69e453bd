import { done, failure } from '@callpoint/contract/errors';
import {
  buttonClicksAnswer,
  buttonClicksQuery,
  deleteSubmission,
  formSubmissionsAnswer,
  formSubmissionsQuery,
} from '@callpoint/contract/submissions';
import { TEXTS } from '@callpoint/contract/texts';
import { notFound } from '../../http/call-error.ts';
import { tenantOf } from '../../http/guard.ts';
import type { App } from '../../http/schemas.ts';
import { buttonClicks, formSubmissions } from './submissions.lists.ts';
import { deleteButtonClick, deleteFormSubmission } from './submissions.repository.ts';

/** What came in: lists of button presses and forms, and their deletion. */
export function submissionRoutes(app: App): void {
  app.get(
    '/listPaged/button_click',
    {
      config: { access: 'submission.list' },
      schema: { querystring: buttonClicksQuery, response: { 200: buttonClicksAnswer, '4xx': failure } },
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
      schema: { querystring: formSubmissionsQuery, response: { 200: formSubmissionsAnswer, '4xx': failure } },
    },
    async (request) => ({
      ok: true as const,
      ...(await tenantOf(request).page(formSubmissions, request.query)),
    }),
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
        if (!(await remove(tenantOf(request), request.body.id))) throw notFound();
        return { ok: true as const, msg: TEXTS.deleted };
      },
    );
  }
}
