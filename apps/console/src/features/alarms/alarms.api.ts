import type { Alarm } from '@callpoint/contract/alarms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../net/api.ts';
import { loadedEarly } from '../../net/early-read.ts';
import { session } from '../../session/session.ts';
import type { ReadQuery } from '../../net/api-types.ts';
import { useLiveMessages } from '../../live/live.ts';
import { refetch } from '../../live/refetch.ts';
import type { Scope } from '../../list/scope.ts';
import { throttle } from '../../live/throttle.ts';
import { refetchInterval } from '../../live/refetch-interval.ts';
import { getOpenAlarmsCall } from './open-alarms-call.ts';

/** The name of the field in which an alarm stores the id of its submission. */
export type SubmissionIdField = 'button_click_id' | 'form_submission_id';

const ALARMS = ['alarms'];
const MIN_INTERVAL = 500;

const NONE: readonly Alarm[] = [];

function useAlarms(base: Scope['base'], query: ReadQuery<'/api/v1/listPaged/alarm'>): readonly Alarm[] {
  const path = `${base}/listPaged/alarm` as const;
  const { data } = useQuery({
    queryKey: [...ALARMS, base, query],
    queryFn: ({ signal }) => api.list(path, query, signal),
    initialData: () => loadedEarly(path, query, session.current()?.token ?? null)?.body,
    refetchInterval,
  });
  return data?.items ?? NONE;
}

/** Open alarms, newest first; empty until they are read. Read again when an alarm opens or closes. */
export function useOpenAlarms(base: Scope['base']): readonly Alarm[] {
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages(({ kind }) => {
    const isSubmission = kind === 'submission.deleted' || kind === 'submission.restored';
    if (kind !== 'alarm.raised' && kind !== 'alarm.closed' && !isSubmission) return;
    throttled(() => refetch(queries, ALARMS));
  });
  return useAlarms(base, getOpenAlarmsCall(base).query);
}

/** The open alarm about one submission, if there is one. */
export function useSubmissionAlarm(
  scope: Scope,
  reference: SubmissionIdField,
  id: number,
): Alarm | undefined {
  const query = {
    ...scope.query,
    [`filter_${reference}`]: id,
    filter_open: 'yes',
    related: 'app_user',
  } as const;
  return useAlarms(scope.base, query)[0];
}

/** Marks an alarm as handled. Throws CallError. */
export function useCloseAlarm(base: Scope['base']): (id: number) => Promise<void> {
  const queries = useQueryClient();
  return async (id) => {
    await api.post(`${base}/close/alarm`, { id });
    await queries.invalidateQueries({ queryKey: ALARMS });
  };
}
