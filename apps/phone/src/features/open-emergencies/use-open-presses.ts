import { useState } from 'react';
import { outbox } from '../../outbox/outbox.ts';
import {
  knownPresses,
  newestFirst,
  openEmergencies,
  ownItems,
  type KnownPress,
} from '../../reports/open-emergencies.ts';
import { reports } from '../../reports/reports.ts';
import { session } from '../../session/session.ts';
import { useStore } from '../../store/use-store.ts';

/** Those that are open, then those that were closed while this screen is shown: what is shown does not just disappear. */
export function useOpenPresses(): KnownPress[] {
  const userId = useStore(session)?.user.id;
  const state = useStore(knownPresses);
  const known = state?.userId === userId ? (state?.presses ?? []) : [];
  useStore(outbox);
  const checkIn = useStore(reports)?.checkIn;
  // The notice of a missed check-in has its own links.
  const ofNotice = checkIn && !checkIn.is_read ? checkIn.known?.press_client_id : null;
  const open = openEmergencies(known, ownItems(userId));
  const [seen] = useState(() => new Set<string>());
  for (const { client_id } of open) seen.add(client_id);
  const closed = known.filter(
    ({ client_id, incident }) => seen.has(client_id) && incident?.state === 'closed',
  );
  return [...open, ...newestFirst(closed)].filter(({ client_id }) => client_id !== ofNotice);
}
