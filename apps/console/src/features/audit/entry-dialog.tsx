import { Button } from '@mantine/core';
import type { AuditLine } from '@callpoint/contract/audit';
import { timestampText } from '../../display/timestamp-text.ts';
import { Dialog, DialogButtons } from '../../overlay/dialog.tsx';
import { auditTexts as texts } from '../../texts/audit.ts';
import { subscriberNameTexts } from '../../texts/subscriber-name.ts';
import classes from './audit.module.css';
import { listChanges } from './entry-changes.ts';
import { actionText, actorText } from './entry-text.ts';
import { exportFilters } from './export-filters.ts';

export interface EntryDialogProps {
  line: AuditLine;
  onClose: () => void;
}

/** All of an entry: when, who and from where, and the full values before and after. */
export function EntryDialog({ line, onClose }: EntryDialogProps) {
  return (
    <Dialog title={actionText(line)} onClose={onClose}>
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
        {listChanges(line).map(({ field, old, now, isDifference }) => (
          <div key={field}>
            <dt>{field}</dt>
            {line.action !== 'create' && !isDifference && (
              <dd>
                <span className={classes['quiet']}>{texts.before}</span>
                <span className={classes['value']}>{old ?? texts.empty}</span>
              </dd>
            )}
            {line.action !== 'delete' && (
              <dd>
                {!isDifference && <span className={classes['quiet']}>{texts.after}</span>}
                <span className={classes['value']}>{now ?? texts.empty}</span>
              </dd>
            )}
          </div>
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

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={classes['value']}>{children}</dd>
    </div>
  );
}
