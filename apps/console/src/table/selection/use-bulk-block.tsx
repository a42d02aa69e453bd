import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { changeRows, reportChanges, type BulkPath } from '../../net/change-rows.ts';
import { confirm } from '../../overlay/confirm.ts';
import { alerts } from '../../states/alerts.ts';
import { feedbackTexts } from '../../texts/feedback.ts';
import type { BulkAction } from '../table-types.ts';

interface Blocked {
  id: number;
  status: 0 | 1;
}

interface BulkBlockOptions<Row> {
  path: Extract<BulkPath, `${string}/bulkUpdate/${string}`>;
  /** The lists to read again. */
  stale: QueryKey;
  nameOf: (row: Row) => string;
  texts: {
    block: string;
    unblock: string;
    blockAsk: (name: string) => string;
    blockManyAsk: (count: number) => string;
    blockManyDescription: string;
    blockedMany: (count: number) => string;
    unblockAsk: (name: string) => string;
    unblockManyAsk: (count: number) => string;
    unblockManyDescription: string;
    unblockedMany: (count: number) => string;
    /** What unblocked people must do. */
    unblockedNote: string;
  };
}

/** The actions that block or unblock the selected accounts, after a confirmation. The message offers to undo them. */
export function useBulkBlock<Row extends Blocked>({
  path,
  stale,
  nameOf,
  texts,
}: BulkBlockOptions<Row>): BulkAction<Row>[] {
  const queries = useQueryClient();
  const setStatus = async (rows: readonly Row[], status: 0 | 1, isUndo = false) => {
    const result = await changeRows(
      path,
      rows.map(({ id }) => id),
      { data: { status } },
    );
    await queries.invalidateQueries({ queryKey: stale });
    const done = new Set(result.done);
    const changed = rows.filter(({ id }) => done.has(id));
    const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
    const onSelect = () => void setStatus(changed, status === 0 ? 1 : 0, true);
    reportChanges(alerts, result, {
      doneText: status === 0 ? texts.blockedMany : texts.unblockedMany,
      ...(status === 1 ? { note: texts.unblockedNote } : {}),
      nameOf: (id) => names.get(id) ?? String(id),
      ...(isUndo ? {} : { undo: { label: feedbackTexts.undo, onSelect } }),
    });
    return result;
  };
  const ask = async (rows: readonly Row[], status: 0 | 1) => {
    const blocking = status === 0;
    const [one] = rows;
    const sure = await confirm({
      title:
        one && rows.length === 1
          ? (blocking ? texts.blockAsk : texts.unblockAsk)(nameOf(one))
          : (blocking ? texts.blockManyAsk : texts.unblockManyAsk)(rows.length),
      children: blocking ? texts.blockManyDescription : texts.unblockManyDescription,
      verb: blocking ? texts.block : texts.unblock,
      ...(blocking ? { dangerIcon: <IconBan aria-hidden size={18} /> } : {}),
    });
    return sure ? await setStatus(rows, status) : null;
  };
  const icon = { 'aria-hidden': true, size: 16 } as const;
  return [
    {
      label: texts.unblock,
      icon: <IconCircleCheck {...icon} />,
      applies: ({ status }) => status === 0,
      run: (rows) => ask(rows, 1),
    },
    {
      label: texts.block,
      icon: <IconBan {...icon} />,
      danger: true,
      applies: ({ status }) => status === 1,
      run: (rows) => ask(rows, 0),
    },
  ];
}
