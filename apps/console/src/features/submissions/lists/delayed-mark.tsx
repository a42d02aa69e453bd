import { isDelayed } from '@callpoint/contract/delayed';
import { IconClockExclamation } from '@tabler/icons-react';
import { timestampText } from '../../../display/timestamp-text.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import classes from '../submissions.module.css';

type Times = { created_at: string; pressed_at: string | null };

/** A mark at the time of a submission that was received long after it was pressed. */
export function DelayedMark({ row }: { row: Times }) {
  if (row.pressed_at === null || !isDelayed(row)) return null;
  const text = submissionTexts.delayed(timestampText(row.pressed_at));
  return (
    <span className={classes['delayed']}>
      <span title={text}>
        <IconClockExclamation aria-hidden size={14} />
        <span aria-hidden>{submissionTexts.late}</span>
        <span className="visually-hidden">{text}</span>
      </span>
    </span>
  );
}
