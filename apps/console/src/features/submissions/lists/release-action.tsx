import type { Channel } from '@callpoint/contract/channels/channels';
import type { RecordMessages } from '@callpoint/contract/submissions';
import { IconSend } from '@tabler/icons-react';
import { pageConfig } from '../../../net/current-page-config.ts';
import type { BulkAction } from '../../../table/table-types.ts';
import { deliveryTexts } from '../../../texts/deliveries.ts';
import { submissionTexts } from '../../../texts/submissions.ts';

interface Held {
  messages: RecordMessages;
}

/** The action that releases the held messages of the selected records, where their channels can send them. */
export function releaseAction<Row extends Held>(run: BulkAction<Row>['run']): BulkAction<Row> {
  return {
    label: submissionTexts.release,
    icon: <IconSend aria-hidden size={16} />,
    applies: (row) => countReleasable(row) > 0,
    missing: cannotReleaseNote,
    run,
  };
}

/** How many held messages of a record this server can send. */
export function countReleasable({ messages }: Held): number {
  return countsOf(messages).reduce((sum, [channel, count]) => (isConfigured(channel) ? sum + count : sum), 0);
}

/** Why some of the held messages can’t be released; null if all can. */
export function cannotReleaseNote(rows: readonly Held[]): string | null {
  const held = rows.flatMap(({ messages }) => countsOf(messages));
  const blocked = held.filter(([channel]) => !isConfigured(channel));
  if (blocked.length === 0) return null;
  const sum = (counts: typeof held) => counts.reduce((total, [, count]) => total + count, 0);
  const names = new Set(blocked.map(([channel]) => deliveryTexts.channels[channel]));
  return submissionTexts.cannotRelease(sum(blocked), sum(held), [...names]);
}

function countsOf({ held_by_channel }: RecordMessages): [Channel, number][] {
  return Object.entries(held_by_channel) as [Channel, number][];
}

function isConfigured(channel: Channel): boolean {
  return !pageConfig.unconfigured.includes(channel);
}
