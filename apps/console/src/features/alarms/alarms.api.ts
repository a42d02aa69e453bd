import type { Alarm } from '@callpoint/contract/alarms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../net/api.ts';
import type { ReadQuery } from '../../net/api-types.ts';
import { useLiveMessages } from '../../live/live.ts';
import { refetch } from '../../live/refetch.ts';
import type { Scope } from '../../list/scope.ts';
import { throttle } from '../../live/throttle.ts';
import { refetchInterval } from '../../live/refetch-interval.ts';

/** The name of the field in which an alarm stores the id of its submission. */
export type SubmissionIdField = 'button_click_id' | 'form_submission_id';

const ALARMS = ['alarms'];
const MIN_INTERVAL = 500;

/** The maximum number of alarms that are read; the screen shows that there may be more. */
export const MAX_ALARMS = 50;

const NONE: readonly Alarm[] = [];

function useAlarms(base: Scope['base'], query: ReadQuery<'/api/v1/listPaged/alarm'>): readonly Alarm[] {
  const { data } = useQuery({
    queryKey: [...ALARMS, base, query],
    queryFn: async ({ signal }) => {
      const call = { ...query, filter_open: 'yes', related: 'app_user' } as const;
      return (await api.get(`${base}/listPaged/alarm`, { query: call, signal })).items;
    },
    refetchInterval,
  });
  return data ?? NONE;
}

/** Open alarms, newest first; empty until they are read. Read again when an alarm opens or closes. */
export function useOpenAlarms(base: Scope['base']): readonly Alarm[] {
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages(({ kind }) => {
    if (kind !== 'alarm.raised' && kind !== 'alarm.closed' && kind !== 'submission.deleted') return;
    throttled(() => refetch(queries, ALARMS));
  });
  return useAlarms(base, { per_page: MAX_ALARMS, sort: 'id', order: 'desc' });
}

/** The open alarm about one submission, if there is one. */
export function useSubmissionAlarm(
  scope: Scope,
  reference: SubmissionIdField,
  id: number,
): Alarm | undefined {
  return useAlarms(scope.base, { ...scope.query, [`filter_${reference}`]: id })[0];
}

/** Marks an alarm as handled. Throws CallError. */
export function useCloseAlarm(base: Scope['base']): (id: number) => Promise<void> {
  const queries = useQueryClient();
  return async (id) => {
    await api.post(`${base}/close/alarm`, { id });
    await queries.invalidateQueries({ queryKey: ALARMS });
  };
}
