import type { BulkResult } from '@callpoint/contract/bulk';
import { Button, Loader } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { confirmations } from '../../overlay/confirm.ts';
import { useStore } from '../../store/use-store.ts';
import { selectionTexts } from '../../texts/selection.ts';
import classes from './bulk-bar.module.css';
import type { BulkAction } from '../table-types.ts';

export interface BulkBarProps {
  rows: readonly unknown[];
  actions: readonly BulkAction<unknown>[];
  onDone: (result: BulkResult) => void;
  onClear: () => void;
}

/** The actions for the selected rows, below the header of the table while rows are selected. */
export function BulkBar({ rows, actions, onDone, onClear }: BulkBarProps) {
  const [running, setRunning] = useState<string | null>(null);
  // Nothing happens before the confirmation.
  const isAsking = useStore(confirmations) !== null;
  const busy = isAsking ? null : running;
  const run = async ({ label, run: start }: BulkAction<unknown>, wanted: readonly unknown[]) => {
    setRunning(label);
    try {
      const result = await start(wanted);
      if (result) onDone(result);
    } finally {
      setRunning(null);
    }
  };
  return (
    <section className={classes['bulk']} aria-label={selectionTexts.selected(rows.length)} data-unprinted>
      <output className={classes['bulkCount']}>{selectionTexts.selected(rows.length)}</output>
      {actions.map((action) => {
        const wanted = rows.filter((row) => action.applies?.(row) ?? true);
        if (wanted.length === 0) return null;
        return (
          <Button
            key={action.label}
            variant="default"
            size="xs"
            leftSection={busy === action.label ? <Loader size={16} color="currentColor" /> : action.icon}
            // Not `disabled`: the focus returns to it from the confirmation.
            data-disabled={busy !== null && busy !== action.label}
            aria-disabled={busy !== null || undefined}
            onClick={() => {
              if (running === null) void run(action, wanted);
            }}
          >
            {wanted.length === rows.length
              ? action.label
              : selectionTexts.someOf(action.label, wanted.length)}
          </Button>
        );
      })}
      {actions.map((action) => {
        const missing = missingText(action, rows);
        return (
          missing !== null && (
            <output key={action.label} className={classes['missing']}>
              {missing}
            </output>
          )
        );
      })}
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconX aria-hidden size={16} />}
        onClick={onClear}
      >
        {selectionTexts.clearSelection}
      </Button>
    </section>
  );
}

function missingText({ missing, countHeld }: BulkAction<unknown>, rows: readonly unknown[]): string | null {
  const held = countHeld?.(rows);
  if (held && held.blocked > 0) return selectionTexts.cannotRelease(held.blocked, held.all);
  return missing?.(rows) ?? null;
}
