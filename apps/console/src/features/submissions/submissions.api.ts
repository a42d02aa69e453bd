import { api } from '../../lib/api.ts';
import { listQueryOf, type ListState } from '../../lib/list-state.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';

/** What the two kinds of submissions differ in, as the calls name it. */
export interface SubmissionKind {
  resource: 'button_click' | 'form_submission';
  filter: 'filter_button_id' | 'filter_f_id';
}

export const BUTTON_CLICKS: SubmissionKind = { resource: 'button_click', filter: 'filter_button_id' };
export const FORM_SUBMISSIONS: SubmissionKind = { resource: 'form_submission', filter: 'filter_f_id' };

/** What a deletion makes out of date. */
export const SUBMISSIONS = ['submissions'];

/** Milliseconds between looks for newer rows. */
const EVERY = 15_000;

/** The team's submissions of one button or form. Where the newest would come first, newer ones are looked for. */
export function useSubmissions<Row>(kind: SubmissionKind, itemId: number, state: ListState) {
  const query = {
    my: 'yes',
    related: 'app_user',
    [kind.filter]: itemId,
    ...listQueryOf(state),
    delay: 1,
  };
  return usePagedList<Row>(SUBMISSIONS, `/tapi/v1/listPaged/${kind.resource}`, query, {
    every: showsNewest(state) && EVERY,
  });
}

export function showsNewest({ page, order }: Pick<ListState, 'page' | 'order'>): boolean {
  return page === 1 && order === 'desc';
}

export async function deleteSubmission(kind: SubmissionKind, id: number): Promise<void> {
  await api.post(`/tapi/v1/delete/${kind.resource}`, { id });
}
