import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DELIVERIES } from '../net/query-keys.ts';
import { throttle } from './throttle.ts';
import type { DeliveryChange } from './delivery-change.ts';
import { useLiveMessages } from './live.ts';
import { refetch } from './refetch.ts';

/** During bursts the messages are read at most this often, in milliseconds. */
const MIN_INTERVAL = 1_000;

/** Reads the messages on this screen again when one for which `isShown` is true may have another state. */
export function useDeliveryChanges(isShown: (change: DeliveryChange) => boolean): void {
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages((change) => {
    if (change.kind === 'delivery.changed' && isShown(change)) {
      throttled(() => refetch(queries, DELIVERIES));
    }
  });
}
