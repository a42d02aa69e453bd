import { smsContent } from '@callpoint/alerts/content';
import type { VariableValues } from '@callpoint/alerts/values';
import { useDeferredValue } from 'react';
import { previewTexts } from '../../texts/preview.ts';
import classes from './preview.module.css';
import { SegmentNote } from './segment-note.tsx';

/** An SMS as it arrives, and what it costs. */
export function SmsPreview({ template, values }: { template: string; values: VariableValues }) {
  const { text } = smsContent(useDeferredValue(template), values);
  return (
    <div className={classes['sms']}>
      <p className={classes['bubble']}>{text || <em>{previewTexts.noText}</em>}</p>
      <SegmentNote text={text} />
    </div>
  );
}
