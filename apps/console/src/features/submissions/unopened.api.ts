import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalogue';
import type { LiveMessage } from '@callpoint/contract/live-events';
import type { ButtonClick } from '@callpoint/contract/submissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../net/api.ts';
import { useLiveMessages } from '../../live/live.ts';
import { refetch } from '../../live/refetch.ts';
import { OWN_SCOPE } from '../../list/scope.ts';
import { useScope } from '../../list/use-scope.ts';
import { throttle } from '../../live/throttle.ts';
import { SUBMISSIONS } from './submissions.api.ts';
import { refetchInterval } from '../../live/refetch-interval.ts';

const UNOPENED = [...SUBMISSIONS, 'unopened'];
const MIN_INTERVAL = 500;

/** The maximum number of emergencies that are read; the screen shows that there may be more. */
export const MAX_UNOPENED = 50;

/** The team's unopened emergencies, newest first; empty until they are read. */
export function useUnopened(): readonly ButtonClick[] {
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages((message) => {
    if (isAboutEmergency(message)) throttled(() => refetch(queries, UNOPENED));
  });
  const { data } = useQuery({
    queryKey: UNOPENED,
    queryFn: ({ signal }) =>
      api.get('/tapi/v1/listPaged/button_click', {
        query: {
          my: 'yes',
          related: 'app_user',
          filter_opened: 'no',
          per_page: MAX_UNOPENED,
          sort: 'id',
          order: 'desc',
        },
        signal,
      }),
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
 * Marks an emergency as opened after its record is shown: then no screen shows it as waiting any more.
 * Only the team's own views count; an administrator's must not remove it from the team's screens.
 */
export function useMarkOpened({ id, button_id, opened_at }: ButtonClick): void {
  const queries = useQueryClient();
  const isOwn = useScope() === OWN_SCOPE;
  const isWaiting = isOwn && button_id === EMERGENCY_BUTTON_ID && opened_at === null;
  useEffect(() => {
    if (!isWaiting) return;
    api.post('/tapi/v1/open/button_click', { id }).then(
      () => void queries.invalidateQueries({ queryKey: SUBMISSIONS }),
      // It stays on every screen: nothing is lost, and the next view tries again.
      () => {},
    );
  }, [isWaiting, id, queries]);
}
