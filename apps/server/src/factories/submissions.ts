import { randomUUID } from 'node:crypto';
import type { Item } from '@callpoint/contract/catalog';
import type { Location } from '@callpoint/contract/fields';
import { PlatformDb } from '../db/handles/platform.ts';
import type { Db } from '../db/tables.ts';
import { acceptSubmissions, type AcceptedSubmission } from '../features/phone/accept-submissions.ts';
import type { PreparedSubmission } from '../features/phone/prepared-submission.ts';
import { NO_CHANNELS } from './channels.ts';

type SubmissionOverrides = {
  item?: Item;
  location?: Location | null;
  company?: string;
  message?: string;
  otherData?: string;
  imageKeys?: readonly string[];
  messages?: PreparedSubmission['messages'];
  clientId?: string;
  incident?: PreparedSubmission['incident'];
};

/** A submission as the phone's call plans it, for `acceptSubmissions` to store. */
export function buildSubmission(
  user: { id: number; team_id: number; name?: string; email?: string; phone?: string },
  overrides: SubmissionOverrides = {},
): PreparedSubmission {
  const location = overrides.location === undefined ? { lat: 38.8977, lng: -77.0365 } : overrides.location;
  return {
    item: overrides.item ?? { kind: 'button', id: 5 },
    teamId: user.team_id,
    appUserId: user.id,
    submitter: { name: user.name ?? '', email: user.email ?? '', phone: user.phone ?? '' },
    clientId: overrides.clientId ?? randomUUID(),
    location: location === null ? null : JSON.stringify(location),
    pressedAt: null,
    form: {
      company: overrides.company ?? '',
      message: overrides.message ?? '',
      otherData: overrides.otherData ?? '',
    },
    imageKeys: overrides.imageKeys ?? [],
    screenText: 'Your safety team has been notified.',
    messages: overrides.messages ?? [],
    note: null,
    incident: overrides.incident ?? null,
  };
}

/** Stores submissions that notify no one: no channel is configured, so their messages are held. */
export async function storeSubmissions(
  db: Db,
  submissions: readonly PreparedSubmission[],
  now = new Date(),
): Promise<AcceptedSubmission[]> {
  return await acceptSubmissions(new PlatformDb(db), NO_CHANNELS, submissions, now);
}
