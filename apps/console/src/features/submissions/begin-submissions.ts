import type { LoaderFunctionArgs } from 'react-router';
import { earlyRead } from '../../lib/early-read.ts';
import { readListState } from '../../lib/list-state.ts';
import { scopeOf } from '../../lib/scope.ts';
import { submissionsCall, type SubmissionKind } from './submissions.api.ts';
import { LIST_DEFAULTS } from './list-defaults.ts';

/** Asks for the rows of a page's first visit before the page is drawn. An address that names none asks for nothing. */
export function beginSubmissions(
  kind: SubmissionKind,
  itemId: string | undefined,
  { params, request }: LoaderFunctionArgs,
): null {
  const scope = scopeOf(params['teamId']);
  if (scope && itemId !== undefined && /^\d$/.test(itemId)) {
    const state = readListState(new URL(request.url).searchParams, LIST_DEFAULTS);
    const { path, query } = submissionsCall(scope, kind, Number(itemId), state);
    earlyRead.begin(path, query);
  }
  return null;
}
