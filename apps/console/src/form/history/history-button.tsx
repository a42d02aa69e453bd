import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../states/lazy-part.tsx';
import { historyTexts } from '../../texts/history.ts';
import type { HistoryOf } from './history-of.ts';

const HistoryDialog = lazyPart(async () => (await import('./history-dialog.tsx')).HistoryDialog);

/** Opens the history of some values. Its code and its data are loaded then. */
export function HistoryButton(props: HistoryOf) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        aria-label={historyTexts.openOf(props.title)}
        leftSection={<IconHistory aria-hidden size={16} />}
        onClick={() => setOpen(true)}
      >
        {historyTexts.open}
      </Button>
      {isOpen && <HistoryDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
