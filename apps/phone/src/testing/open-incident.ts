import type { OwnSubmission } from '@callpoint/contract/own-submissions';

/** The incident of a press that no one has acknowledged. */
export const OPEN_INCIDENT: NonNullable<OwnSubmission['incident']> = {
  state: 'open',
  owner: null,
  acknowledged_at: null,
  eta_at: null,
  on_the_way_at: null,
  arrived_at: null,
  closed_at: null,
  safe_at: null,
  is_drill: false,
  is_unnotified: false,
};
