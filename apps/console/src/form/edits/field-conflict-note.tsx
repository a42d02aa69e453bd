import { Button } from '@mantine/core';
import { fieldTexts as texts } from '../../texts/fields.ts';
import { keepFocus } from '../fields/keep-focus.ts';
import classes from './conflict-note.module.css';

interface FieldConflictNoteProps {
  /** The field's label. */
  field: string;
  /** What someone else saved, as people read it, and when (ISO 8601). */
  theirs: string;
  at: string;
  onTake: () => void;
}

/** Below a field: what someone else saved while this person was typing. The person chooses between both texts. */
export function FieldConflictNote({ field, theirs, at, onTake }: FieldConflictNoteProps) {
  return (
    <div className={classes['note']}>
      <p>{texts.theirs(at)}</p>
      <blockquote className={classes['theirs']}>{theirs === '' ? texts.empty : theirs}</blockquote>
      <p>{texts.saveAgain}</p>
      <Button
        variant="default"
        size="compact-sm"
        className={classes['takeTheirs'] ?? ''}
        aria-label={texts.takeTheirsFor(field)}
        onMouseDown={keepFocus}
        onClick={onTake}
      >
        {texts.takeTheirs}
      </Button>
    </div>
  );
}
