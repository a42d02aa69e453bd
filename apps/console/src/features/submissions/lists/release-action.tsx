import type { RecordMessages } from '@callpoint/contract/submissions';
import { IconSend } from '@tabler/icons-react';
import { pageConfig } from '../../../net/current-page-config.ts';
import type { BulkAction } from '../../../table/table-types.ts';
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
  return countHeld(messages, (channel) => !pageConfig.unconfigured.includes(channel));
}

/** How many of the held messages can’t be released; null if all can. */
export function cannotReleaseNote(rows: readonly Held[]): string | null {
  const sum = (count: (row: Held) => number) => rows.reduce((total, row) => total + count(row), 0);
  const all = sum(({ messages }) => countHeld(messages, () => true));
  const blocked = all - sum(countReleasable);
  return blocked === 0 ? null : submissionTexts.cannotRelease(blocked, all);
}

function countHeld({ held_by_channel }: RecordMessages, isCounted: (channel: string) => boolean): number {
  return Object.entries(held_by_channel).reduce(
    (sum, [channel, count]) => (isCounted(channel) ? sum + count : sum),
    0,
  );
}
