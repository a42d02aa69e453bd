import { textContent } from '@callpoint/alerts/templates/content';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { VariableValues } from '@callpoint/alerts/templates/values';
import { useDeferredValue } from 'react';
import { previewTexts } from '../../texts/preview.ts';
import classes from './preview.module.css';
import { SegmentNote } from './segment-note.tsx';

interface TextPreviewProps {
  channel: Channel;
  template: string;
  values: VariableValues;
}

/** A plain text as it arrives, and what it costs. */
export function TextPreview({ channel, template, values }: TextPreviewProps) {
  const { text } = textContent(useDeferredValue(template), values);
  return (
    <div className={classes['message']}>
      <p className={classes['bubble']}>{text || <em>{previewTexts.noText}</em>}</p>
      {CHANNEL[channel].isChargedBySegment && <SegmentNote text={text} />}
    </div>
  );
}
