import { Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { alerts } from '../states/alerts.ts';
import { explainFailedAction } from '../net/call-error.ts';
import { tableTexts } from '../texts/table.ts';

interface ExportButtonProps {
  /** Creates the file and resolves to its name. */
  onExport: (options: { signal: AbortSignal; onProgress: (bytes: number) => void }) => Promise<string>;
}

/** Creates a CSV file of the list: shows its progress, can be stopped, and reports a failure. */
export function ExportButton({ onExport }: ExportButtonProps) {
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const abort = new AbortController();
    running.current = abort;
    setBytes(0);
    try {
      alerts.success(tableTexts.exported(await onExport({ signal: abort.signal, onProgress: setBytes })));
    } catch (error) {
      if (!abort.signal.aborted) alerts.error([tableTexts.exportFailed, ...explainFailedAction(error)]);
    } finally {
      setBytes(null);
    }
  }

  const isRunning = bytes !== null;
  const Icon = isRunning ? IconX : IconDownload;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon aria-hidden size={18} />}
        onClick={() => (isRunning ? running.current?.abort() : void start())}
      >
        {isRunning ? tableTexts.stopExport(megabytes(bytes)) : tableTexts.export}
      </Button>
      <output className="visually-hidden">{isRunning ? tableTexts.exporting : ''}</output>
    </>
  );
}

/** `1.2` of 1,200,000. */
function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
