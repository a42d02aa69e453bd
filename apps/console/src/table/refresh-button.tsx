import { Button } from '@mantine/core';
import { IconArrowUp, IconRefresh } from '@tabler/icons-react';
import { tableTexts } from '../texts/table.ts';
import classes from './table.module.css';

interface RefreshButtonProps {
  /** What waits to be shown, in words; null when nothing does. */
  pending: string | null;
  onClick: () => void;
}

/** Says when there is something newer, in the place that it always has: rows must not move while somebody reads. */
export function RefreshButton({ pending, onClick }: RefreshButtonProps) {
  const Icon = pending ? IconArrowUp : IconRefresh;
  return (
    <>
      <Button
        {...(pending ? {} : { variant: 'default' })}
        leftSection={<Icon aria-hidden size={18} stroke={1.75} />}
        onClick={onClick}
      >
        {pending ?? tableTexts.refresh}
      </Button>
      <output className={classes['hidden']}>{pending ? tableTexts.newer : ''}</output>
    </>
  );
}
