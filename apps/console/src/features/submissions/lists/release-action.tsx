import type { Channel } from '@callpoint/contract/channels/channels';
import type { RecordMessages } from '@callpoint/contract/submissions';
import { IconSend } from '@tabler/icons-react';
import { pageConfig } from '../../../net/current-page-config.ts';
import type { BulkAction, HeldCounts } from '../../../table/table-types.ts';
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
    countHeld: countAll,
    run,
  };
}

/** How many held messages of a record this server can send. */
export function countReleasable({ messages }: Held): number {
  return countHeld(messages) - countBlocked(messages);
}

function countAll(rows: readonly Held[]): HeldCounts {
  const counts = { blocked: 0, all: 0 };
  for (const { messages } of rows) {
    counts.all += countHeld(messages);
    counts.blocked += countBlocked(messages);
  }
  return counts;
}

/** Without those whose text is deleted. */
function countHeld({ held_by_channel: held }: RecordMessages): number {
  return Object.values(held).reduce((sum, count) => sum + count, 0);
}

function countBlocked({ held_by_channel: held }: RecordMessages): number {
  return pageConfig.unconfigured.reduce((sum, channel) => sum + (held[channel as Channel] ?? 0), 0);
}
