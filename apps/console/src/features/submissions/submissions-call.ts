import { buildTimedQuery } from '../../list/days.ts';
import type { ListState } from '../../list/list-state.ts';
import type { Scope } from '../../list/scope.ts';
import type { RowOf } from '../../net/api-types.ts';

type Rows = {
  button_click: RowOf<'/api/v1/listPaged/button_click'>;
  form_submission: RowOf<'/api/v1/listPaged/form_submission'>;
};
export type SubmissionResource = keyof Rows;
/** A submission of one kind. */
export type SubmissionRow<Of extends SubmissionResource> = Rows[Of];

/** How the two kinds of submissions differ in calls, live events and page addresses. */
export interface SubmissionKindSpec<Of extends SubmissionResource = SubmissionResource> {
  submission: 'button' | 'form';
  resource: Of;
  filter: 'filter_button_id' | 'filter_f_id';
  screen: 'button_data' | 'form_data';
  /** The field in which messages store the id of their submission. */
  reference: 'button_click_id' | 'form_submission_id';
}

export const BUTTON_CLICKS: SubmissionKindSpec<'button_click'> = {
  submission: 'button',
  resource: 'button_click',
  filter: 'filter_button_id',
  screen: 'button_data',
  reference: 'button_click_id',
};
export const FORM_SUBMISSIONS: SubmissionKindSpec<'form_submission'> = {
  submission: 'form',
  resource: 'form_submission',
  filter: 'filter_f_id',
  screen: 'form_data',
  reference: 'form_submission_id',
};

/** The call that lists the submissions of one button or form. */
export function submissionsCall(scope: Scope, kind: SubmissionKindSpec, itemId: number, state: ListState) {
  const query = {
    ...scope.query,
    related: 'app_user',
    [kind.filter]: itemId,
    ...buildTimedQuery(state),
    delay: 1,
  };
  return { path: `${scope.base}/listPaged/${kind.resource}` as const, query };
}
