import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { explainFailedAction } from '../../../net/call-error.ts';
import { download } from '../../../net/download.ts';
import { alerts } from '../../../states/alerts.ts';
import { useBusy } from '../../../states/use-busy.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import type { IncidentBase } from '../incident-changes.ts';

interface SaveButtonProps {
  base: IncidentBase;
  id: number;
  type: 'pdf' | 'json';
}

/** Saves the record of an incident as a file, with the exact texts, the receipts and the hashes. */
export function SaveButton({ base, id, type }: SaveButtonProps) {
  const { busy, run } = useBusy();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async () => {
    const { signal } = (running.current = new AbortController());
    try {
      const path = type === 'pdf' ? (`${base}/incidentPdf` as const) : (`${base}/incidentExport` as const);
      alerts.success(texts.saved(await download(path, { id }, { signal, onProgress: () => {} })));
    } catch (error) {
      if (!signal.aborted) alerts.error(explainFailedAction(error));
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload aria-hidden size={18} />}
      loading={busy}
      onClick={() => void run(save)}
    >
      {texts.save[type]}
    </Button>
  );
}
