import { randomUUID } from 'node:crypto';
import type { ButtonId } from '@callpoint/contract/catalog';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { acceptSubmissions } from './accept-submissions.ts';
import { announceAccepted, type AnnounceDependencies } from './announce-accepted.ts';
import { prepareSubmission, type PrepareDependencies, type Submitter } from './prepare-submission.ts';

type Dependencies = PrepareDependencies & AnnounceDependencies & { channels: ConfiguredChannels };

/**
 * Stores the press of a drill in the caller's transaction. Returns its id, and the function to call after the commit.
 */
export type PressInDrill = (
  tx: PlatformDb,
  person: Submitter,
  buttonId: ButtonId,
  now: Date,
) => Promise<{ pressId: number; announce: () => void }>;

/** Presses that a subscriber starts to practice: like presses of a phone, with DRILL in front of every text. */
export function drillPresses(needs: Dependencies): PressInDrill {
  return async (tx, person, buttonId, now) => {
    const received = {
      item: { kind: 'button', id: buttonId } as const,
      client_id: randomUUID(),
      is_drill: true,
    };
    const prepared = await prepareSubmission({ ...needs, platform: tx }, person, received, now);
    const accepted = await acceptSubmissions(tx, needs.channels, [prepared], now);
    return {
      pressId: accepted[0]?.id ?? 0,
      announce: () => announceAccepted(needs, [prepared], accepted, now),
    };
  };
}
