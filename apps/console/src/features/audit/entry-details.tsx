import { Button } from '@mantine/core';
import type { AuditLine } from '@callpoint/contract/audit';
import { useState } from 'react';
import { lazyPart } from '../../states/lazy-part.tsx';
import { auditTexts as texts } from '../../texts/audit.ts';
import classes from './audit.module.css';
import type { EntryDialogProps } from './entry-dialog.tsx';
import { actionText } from './entry-text.ts';

const EntryDialog = lazyPart<EntryDialogProps>(async () => (await import('./entry-dialog.tsx')).EntryDialog, {
  instead: texts.detailsFailed,
});

/** Opens all of an entry. */
export function EntryDetails({ line }: { line: AuditLine }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="blue"
        size="compact-sm"
        className={classes['open'] ?? ''}
        aria-label={texts.detailsOf(actionText(line))}
        onClick={() => setOpen(true)}
      >
        {texts.details}
      </Button>
      {isOpen && <EntryDialog line={line} onClose={() => setOpen(false)} />}
    </>
  );
}
