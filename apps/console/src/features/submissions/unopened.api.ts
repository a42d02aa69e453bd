import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import type { LiveMessage } from '@callpoint/contract/live-events';
import type { ButtonClick } from '@callpoint/contract/submissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../net/api.ts';
import { loadedEarly } from '../../net/early-read.ts';
import { session } from '../../session/session.ts';
import { UNOPENED_CALL } from './unopened-call.ts';
import { useLiveMessages } from '../../live/live.ts';
import { refetch } from '../../live/refetch.ts';
import { OWN_SCOPE } from '../../list/scope.ts';
import { useScope } from '../../list/use-scope.ts';
import { throttle } from '../../live/throttle.ts';
import type { SubmissionKindSpec } from './submissions-call.ts';
import { SUBMISSIONS } from './submissions.api.ts';
import { refetchInterval } from '../../live/refetch-interval.ts';

const UNOPENED = [...SUBMISSIONS, 'unopened'];
const MIN_INTERVAL = 500;

/** The team's unopened emergencies, newest first; empty until they are read. Read again when one is received or opened. */
export function useUnopened(): readonly ButtonClick[] {
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages((message) => {
    if (isAboutEmergency(message)) throttled(() => refetch(queries, UNOPENED));
  });
  const { data } = useQuery({
    queryKey: UNOPENED,
    queryFn: ({ signal }) => api.list(UNOPENED_CALL.path, UNOPENED_CALL.query, signal),
    initialData: () => {
      const token = session.current()?.token ?? null;
      return loadedEarly(UNOPENED_CALL.path, UNOPENED_CALL.query, token)?.body;
    },
    refetchInterval,
  });
  return data?.items ?? NONE;
}

const NONE: readonly ButtonClick[] = [];

function isAboutEmergency(message: LiveMessage): boolean {
  return (
    message.kind.startsWith('submission.') &&
    'item_id' in message &&
    message.submission === 'button' &&
    message.item_id === EMERGENCY_BUTTON_ID
  );
}

/**
 * Marks a record as opened after it is shown: the phone then shows that someone saw it, and no screen shows an emergency
 * as waiting any more. Only the team's own views count; an administrator's must not remove it from the team's screens.
 */
export function useMarkOpened(
  { resource }: SubmissionKindSpec,
  { id, opened_at }: Pick<ButtonClick, 'id' | 'opened_at'>,
): void {
  const queries = useQueryClient();
  const isOwn = useScope() === OWN_SCOPE;
  const isWaiting = isOwn && opened_at === null;
  useEffect(() => {
    if (!isWaiting) return;
    api.post(`/tapi/v1/open/${resource}`, { id }).then(
      () => void queries.invalidateQueries({ queryKey: SUBMISSIONS }),
      // It stays on every screen: nothing is lost, and the next view tries again.
      () => {},
    );
  }, [isWaiting, resource, id, queries]);
}
