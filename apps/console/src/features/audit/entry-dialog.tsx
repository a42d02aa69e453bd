import { Button } from '@mantine/core';
import type { AuditLine } from '@callpoint/contract/audit';
import { timestampText } from '../../display/timestamp-text.ts';
import { MarkedText } from '../../form/history/marked-text.tsx';
import { diffWords, type TextPart } from '../../form/history/word-difference.ts';
import { Dialog, DialogButtons } from '../../overlay/dialog.tsx';
import { auditTexts as texts } from '../../texts/audit.ts';
import { subscriberNameTexts } from '../../texts/subscriber-name.ts';
import classes from './audit.module.css';
import { listChanges, type FieldChange } from './entry-changes.ts';
import { actionText, actorText } from './entry-text.ts';
import { exportFilters } from './export-filters.ts';

export interface EntryDialogProps {
  line: AuditLine;
  onClose: () => void;
}

/** All of an entry: when, who and from where, and the full values before and after. */
export function EntryDialog({ line, onClose }: EntryDialogProps) {
  const changes = listChanges(line);
  return (
    <Dialog
      title={actionText(line)}
      onClose={onClose}
      {...(changes.some(isTextChange) ? { width: 'wide' as const } : {})}
    >
      <dl className={classes['details']}>
        <Fact label={texts.at}>{timestampText(line.at)}</Fact>
        <Fact label={texts.who}>{actorText(line)}</Fact>
        {line.address && <Fact label={texts.address}>{line.address}</Fact>}
        {line.team_id !== null && (
          <Fact label={texts.subscriber}>
            {line.team
              ? subscriberNameTexts.numbered(line.team, line.team_id)
              : subscriberNameTexts.numberOnly(line.team_id)}
          </Fact>
        )}
        {exportFilters(line).map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        {changes.map((change) => (
          <Change key={change.field} line={line} change={change} />
        ))}
      </dl>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** The values before and after; the changed words of a text are marked in both. */
function Change({ line, change }: { line: AuditLine; change: FieldChange }) {
  const { field, old, now, isDifference } = change;
  const parts = isTextChange(change) ? diffWords(old ?? '', now ?? '') : null;
  const marked = (kind: TextPart['kind']) =>
    parts && <MarkedText parts={parts.filter((part) => part.kind === 'same' || part.kind === kind)} />;
  return (
    <div>
      <dt>{field}</dt>
      {line.action !== 'create' && !isDifference && (
        <dd>
          <span className={classes['quiet']}>{texts.before}</span>
          <span className={classes['value']}>{marked('removed') ?? old ?? texts.empty}</span>
        </dd>
      )}
      {line.action !== 'delete' && (
        <dd>
          {!isDifference && <span className={classes['quiet']}>{texts.after}</span>}
          <span className={classes['value']}>{marked('added') ?? now ?? texts.empty}</span>
        </dd>
      )}
    </div>
  );
}

/** Values from this length are texts. */
const TEXT_LENGTH = 60;

/** Whether a text was changed, whose changed words must be found among many others. */
function isTextChange({ old, now, isSecret }: FieldChange): boolean {
  if (old === null || now === null || isSecret) return false;
  return [old, now].some((value) => value.length >= TEXT_LENGTH || value.includes('\n'));
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={classes['value']}>{children}</dd>
    </div>
  );
}
