import type { Incident } from '@callpoint/contract/incidents';
import { listUrgentItems } from '../../features/alarms/urgent-items.ts';
import { SoundAlert } from '../../features/alarms/sound-alert.tsx';
import { Board } from '../../features/incidents/board/board.tsx';
import type { IncidentBase } from '../../features/incidents/incident-changes.ts';

/** The open incidents on a wall display. */
export function Component() {
  return <Board Sound={BoardSound} />;
}

/** A team's bar of emergencies, which is on every screen, sounds already. */
function BoardSound({ base, unanswered }: { base: IncidentBase; unanswered: readonly Incident[] }) {
  if (base === '/tapi/v1') return null;
  return <SoundAlert waiting={listUrgentItems({ unopened: [], alarms: [], incidents: unanswered }, 'all')} />;
}
