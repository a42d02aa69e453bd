import type { Incident } from '@callpoint/contract/incidents';
import { useLayoutEffect } from 'react';
import { pressesOnBoard } from '../../features/alarms/presses-on-board.ts';
import { listUrgentItems } from '../../features/alarms/urgent-items.ts';
import { SoundAlert } from '../../features/alarms/sound-alert.tsx';
import { Board } from '../../features/incidents/board/board.tsx';
import type { IncidentBase } from '../../features/incidents/incident-changes.ts';

/** The open incidents on a wall display. */
export function Component() {
  return <Board Alerts={BoardAlerts} />;
}

/** The bar above the page leaves the incidents to the board. A team's bar, which is on every screen, sounds already. */
function BoardAlerts({ base, incidents }: { base: IncidentBase; incidents: readonly Incident[] }) {
  useLayoutEffect(() => {
    pressesOnBoard.set(new Set(incidents.map((one) => one.button_click_id)));
    return () => pressesOnBoard.set(new Set());
  }, [incidents]);
  if (base === '/tapi/v1') return null;
  const unanswered = incidents.filter(({ state }) => state === 'open');
  return <SoundAlert waiting={listUrgentItems({ unopened: [], alarms: [], incidents: unanswered }, 'all')} />;
}
