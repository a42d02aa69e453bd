import { useId, useMemo } from 'react';
import { previewTexts } from '../../lib/texts/preview.ts';
import { DashboardPreview } from './dashboard-preview.tsx';
import type { Preview } from './field-specs.ts';
import { MailPreview } from './mail-preview.tsx';
import classes from './preview.module.css';
import { sampleValues } from './sample-values.ts';
import { ScreenPreview } from './screen-preview.tsx';
import { SmsPreview } from './sms-preview.tsx';

interface GroupPreviewProps {
  preview: Preview;
  valueOf: (key: string) => string;
}

/** What the fields beside it make, as they are typed. */
export function GroupPreview({ preview, valueOf }: GroupPreviewProps) {
  const id = useId();
  return (
    <aside className={classes['preview']} aria-labelledby={id}>
      <h3 id={id} className={classes['title']}>
        {previewTexts[preview.shows]}
      </h3>
      {preview.shows === 'dashboard' ? (
        <DashboardPreview valueOf={valueOf} />
      ) : (
        <MessagePreview preview={preview} valueOf={valueOf} />
      )}
    </aside>
  );
}

interface MessagePreviewProps {
  preview: Exclude<Preview, { shows: 'dashboard' }>;
  valueOf: (key: string) => string;
}

function MessagePreview({ preview, valueOf }: MessagePreviewProps) {
  const values = useMemo(() => sampleValues(preview.item), [preview.item]);
  return (
    <>
      {preview.shows === 'mail' && (
        <MailPreview subject={valueOf(preview.subject)} text={valueOf(preview.text)} values={values} />
      )}
      {preview.shows === 'sms' && <SmsPreview template={valueOf(preview.text)} values={values} />}
      {preview.shows === 'screen' && (
        <ScreenPreview item={preview.item} template={valueOf(preview.text)} values={values} />
      )}
      <p className={classes['note']}>{previewTexts.filledIn(values.NAME.text)}</p>
    </>
  );
}
