import type { Incident } from '@callpoint/contract/incidents';
import type { LiveMessage } from '@callpoint/contract/live-events';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '../../list/scope.ts';
import { useLiveMessages } from '../../live/live.ts';
import { refetch } from '../../live/refetch.ts';
import { throttle } from '../../live/throttle.ts';
import { INCIDENTS } from '../../net/query-keys.ts';

/** During bursts the shown incidents are read at most this often, in milliseconds. */
const MIN_INTERVAL = 300;

export type IncidentBase = Scope['base'];

/** Reads the shown incidents again after the live messages that affect them. */
export function useIncidentChanges(affects: (message: LiveMessage) => boolean): void {
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages((message) => {
    if (affects(message)) throttled(() => refetch(queries, INCIDENTS));
  });
}

/** A message about the press of an incident that has notified no one: it may have now. */
export function isDeliveryOf(
  message: LiveMessage,
  incidents: readonly Pick<Incident, 'button_click_id' | 'is_unnotified'>[],
): boolean {
  if (message.kind !== 'delivery.changed' || message.submission !== 'button') return false;
  const { ids } = message;
  return incidents.some(({ button_click_id: id, is_unnotified }) => is_unnotified && ids.includes(id));
}

/**
 * An incident has changed, or whether it has notified someone; or a press, which may have opened one, was received, moved,
 * deleted or restored.
 */
export function isIncidentChange(message: LiveMessage): boolean {
  if (message.kind === 'incident.changed') return true;
  if (message.kind === 'alarm.raised' || message.kind === 'alarm.closed')
    return message.submission === 'button';
  return (
    (message.kind === 'submission.created' ||
      message.kind === 'submission.moved' ||
      message.kind === 'submission.deleted' ||
      message.kind === 'submission.restored') &&
    message.submission === 'button'
  );
}
