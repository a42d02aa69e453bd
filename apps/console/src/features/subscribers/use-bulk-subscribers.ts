import type { Team } from '@callpoint/contract/subscribers';
import { SUBSCRIBERS } from '../../net/query-keys.ts';
import { useBulkBlock } from '../../table/selection/use-bulk-block.tsx';
import type { BulkAction } from '../../table/table-types.ts';
import { subscriberTexts } from '../../texts/subscribers.ts';

/** The actions that block or unblock the selected subscribers. */
export function useBulkSubscribers(): BulkAction<Team>[] {
  return useBulkBlock<Team>({
    path: '/api/v1/bulkUpdate/team',
    stale: SUBSCRIBERS,
    nameOf: ({ account_name }) => account_name,
    texts: {
      block: subscriberTexts.block,
      unblock: subscriberTexts.unblock,
      blockAsk: subscriberTexts.blockQuestion,
      blockManyAsk: subscriberTexts.blockManyAsk,
      blockManyDescription: subscriberTexts.blockManyDescription,
      blockedMany: subscriberTexts.blockedMany,
      unblockAsk: subscriberTexts.unblockQuestion,
      unblockManyAsk: subscriberTexts.unblockManyAsk,
      unblockManyDescription: subscriberTexts.unblockManyDescription,
      unblockedMany: subscriberTexts.unblockedMany,
      unblockedNote: subscriberTexts.unblockedNote,
    },
  });
}
