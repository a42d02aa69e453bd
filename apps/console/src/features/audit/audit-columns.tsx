import type { AuditLine } from '@callpoint/contract/audit';
import { auditTexts as texts } from '../../texts/audit.ts';
import { ListTime } from '../../display/timestamp.tsx';
import type { Column } from '../../table/table-types.ts';
import { actorText, completeActionText, summarizeChanges } from './entry-text.ts';
import { SubscriberLink } from '../../display/subscriber-link.tsx';

export const AUDIT_COLUMNS: readonly Column<AuditLine>[] = [
  {
    key: 'at',
    header: texts.at,
    cell: (line) => <ListTime at={line.at} />,
    isTime: true,
    sort: 'at',
    firstOrder: 'desc',
  },
  {
    key: 'who',
    header: texts.who,
    cell: actorText,
    twoLines: true,
    minWidth: 120,
    width: 184,
    wide: 260,
    rank: 0,
  },
  {
    key: 'what',
    header: texts.what,
    cell: (line) => (
      <span data-refused={line.outcome === 'refused' || undefined}>{completeActionText(line)}</span>
    ),
    twoLines: true,
    minWidth: 140,
    width: 190,
    wide: 220,
    rank: 1,
  },
  {
    key: 'team',
    header: texts.subscriber,
    cell: subscriber,
    isLabeled: true,
    twoLines: true,
    minWidth: 96,
    width: 130,
    rank: 2,
  },
  {
    key: 'changes',
    header: texts.changes,
    cell: summarizeChanges,
    twoLines: true,
    minWidth: 140,
    width: 230,
    rank: 3,
  },
];

function subscriber({ team_id: id, team }: AuditLine) {
  return id === null ? null : <SubscriberLink id={id} name={team} />;
}
