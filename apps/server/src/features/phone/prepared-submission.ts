import type { PlannedMessage } from '@callpoint/alerts/plan/messages';
import type { AccountAddresses } from '../../sending-limits/apply-limits.ts';
import type { PlannedIncident } from '@callpoint/alerts/escalation/incident-plan';
import type { Item } from '@callpoint/contract/catalog';

/** A submission that is ready to be stored, with the messages about it. */
export type PreparedSubmission = {
  item: Item;
  teamId: number;
  appUserId: number;
  /** The app user's name and addresses at the time of the submission. */
  submitter: { name: string; email: string; phone: string };
  clientId: string;
  location: string | null;
  pressedAt: string | null;
  /** Forms only. */
  form: { company: string; message: string; otherData: string };
  /** The keys of the images of form 1, which are reserved for this submission. */
  imageKeys: readonly string[];
  screenText: string;
  /** The subscriber's own addresses. */
  account?: AccountAddresses | undefined;
  messages: PlannedMessage[];
  /** The incident that it opens; null if it needs no answer. */
  incident: PlannedIncident | null;
  /** The line at the start of the messages, if it was received late. */
  note: string | null;
};
