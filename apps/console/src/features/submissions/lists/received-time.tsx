import { isDelayed } from '@callpoint/contract/delayed';
import { IconClockExclamation } from '@tabler/icons-react';
import { ListTime } from '../../../display/timestamp.tsx';
import { timestampText } from '../../../display/timestamp-text.ts';
import { submissionTexts } from '../../../texts/submissions.ts';

type Times = { created_at: string; pressed_at: string | null };

/** When a submission was received; with an icon if it was pressed long before. */
export function ReceivedTime({ row }: { row: Times }) {
  return (
    <>
      <ListTime at={row.created_at} />
      {isDelayed(row) && row.pressed_at !== null && <DelayedIcon pressedAt={row.pressed_at} />}
    </>
  );
}

function DelayedIcon({ pressedAt }: { pressedAt: string }) {
  const text = submissionTexts.delayed(timestampText(pressedAt));
  return (
    <span title={text}>
      {' '}
      <IconClockExclamation aria-hidden size={16} style={{ verticalAlign: 'text-bottom' }} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
