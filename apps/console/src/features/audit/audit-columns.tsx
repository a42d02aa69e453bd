import type { AuditLine } from '@callpoint/contract/audit';
import { auditTexts as texts } from '../../texts/audit.ts';
import { MissingValue, RecordLink } from '../../display/cells.tsx';
import { Timestamp } from '../../display/timestamp.tsx';
import type { Column } from '../../table/table-types.ts';
import classes from './audit.module.css';
import { describeChanges, actionText, actorText } from './entry-text.ts';

export const AUDIT_COLUMNS: readonly Column<AuditLine>[] = [
  {
    key: 'at',
    header: texts.at,
    cell: (line) => <Timestamp at={line.at} />,
    sort: 'at',
    firstOrder: 'desc',
    minWidth: 120,
  },
  {
    key: 'who',
    header: texts.who,
    cell: (line) => (
      <>
        {actorText(line)}
        {line.address && <span className={classes['quiet']}>{texts.from(line.address)}</span>}
      </>
    ),
    minWidth: 160,
  },
  {
    key: 'what',
    header: texts.what,
    cell: (line) => <span data-refused={line.outcome === 'refused' || undefined}>{actionText(line)}</span>,
    minWidth: 150,
  },
  { key: 'team', header: texts.subscriber, cell: subscriber, minWidth: 110 },
  {
    key: 'changes',
    header: texts.changes,
    cell: (line) => <Changes lines={describeChanges(line)} />,
    minWidth: 180,
  },
];

function subscriber({ team_id: id, team }: AuditLine) {
  if (id === null) return <MissingValue>{texts.noChanges}</MissingValue>;
  const name = team ? texts.numbered(team, id) : String(id);
  return (
    <RecordLink to={`/subscriber/profile/${id}`} label={name}>
      {name}
    </RecordLink>
  );
}

function Changes({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <MissingValue>{texts.noChanges}</MissingValue>;
  return (
    <ul className={classes['changes']}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
