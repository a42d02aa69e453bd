import { Button } from '@mantine/core';
import { IconArrowUp, IconRefresh } from '@tabler/icons-react';
import { tableTexts } from '../texts/table.ts';
import classes from './table.module.css';

interface RefreshButtonProps {
  /** What waits to be shown, as text; null if nothing does. */
  pending: string | null;
  onClick: () => void;
}

/** Announces newer rows at a fixed position: rows must not move while someone reads. */
export function RefreshButton({ pending, onClick }: RefreshButtonProps) {
  const Icon = pending ? IconArrowUp : IconRefresh;
  return (
    <>
      <Button
        className={pending ? undefined : classes['refresh']}
        {...(pending ? {} : { variant: 'default' })}
        leftSection={<Icon aria-hidden size={18} />}
        onClick={onClick}
      >
        {pending ?? tableTexts.refresh}
      </Button>
      <output className="visually-hidden">{pending ? tableTexts.newer : ''}</output>
    </>
  );
}
