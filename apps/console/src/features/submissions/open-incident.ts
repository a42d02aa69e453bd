import type { PressIncident } from '@callpoint/contract/submissions';

/** Forms have no incident. */
export type WithIncident = { incident?: PressIncident | null };

/** Whether people still respond to a press. Deleting its record does not close its incident. */
export function hasOpenIncident({ incident }: WithIncident): boolean {
  return Boolean(incident && incident.state !== 'closed');
}
