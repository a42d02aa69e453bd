import { IconSend } from '@tabler/icons-react';
import { pageConfig } from '../../../net/current-page-config.ts';
import type { BulkAction } from '../../../table/table-types.ts';
import { submissionTexts } from '../../../texts/submissions.ts';

/** The action that releases the held messages of the selected records, where a channel can send them. */
export function releaseAction<Row extends { messages: { held: number } }>(
  run: BulkAction<Row>['run'],
): BulkAction<Row> {
  return {
    label: submissionTexts.release,
    icon: <IconSend aria-hidden size={16} />,
    applies: ({ messages }) => pageConfig.canSend && messages.held > 0,
    missing: (rows) =>
      !pageConfig.canSend && rows.some(({ messages }) => messages.held > 0)
        ? submissionTexts.cannotRelease
        : null,
    run,
  };
}
