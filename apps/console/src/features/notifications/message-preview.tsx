import { useMemo } from 'react';
import { previewTexts } from '../../texts/preview.ts';
import type { MessageSpec } from './preview-spec.ts';
import { EmailPreview } from './email-preview.tsx';
import classes from './preview.module.css';
import { sampleValues } from '../../form/template/sample-values.ts';
import { ScreenPreview } from './screen-preview.tsx';
import { TextPreview } from './text-preview.tsx';

interface MessagePreviewProps {
  preview: MessageSpec;
  valueOf: (key: string) => string;
}

/** One message, filled in with sample values. */
export function MessagePreview({ preview, valueOf }: MessagePreviewProps) {
  const values = useMemo(() => sampleValues(preview.item), [preview.item]);
  return (
    <>
      {preview.shows === 'mail' && (
        <EmailPreview subject={valueOf(preview.subject)} text={valueOf(preview.text)} values={values} />
      )}
      {preview.shows === 'text' && (
        <TextPreview channel={preview.channel} template={valueOf(preview.text)} values={values} />
      )}
      {preview.shows === 'screen' && (
        <ScreenPreview item={preview.item} template={valueOf(preview.text)} values={values} />
      )}
      <p className={classes['note']}>{previewTexts.filledIn(values.NAME.text)}</p>
    </>
  );
}
