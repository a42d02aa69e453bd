import { Button } from '@mantine/core';
import type { AuditLine } from '@callpoint/contract/audit';
import { auditTexts as texts } from '../../texts/audit.ts';
import classes from './audit.module.css';
import { actionText } from './entry-text.ts';

/** Opens all of an entry. */
export function EntryDetails({ line, onOpen }: { line: AuditLine; onOpen: () => void }) {
  return (
    <Button
      variant="subtle"
      color="blue"
      size="compact-sm"
      className={classes['open'] ?? ''}
      aria-label={texts.detailsOf(actionText(line))}
      onClick={onOpen}
    >
      {texts.details}
    </Button>
  );
}
