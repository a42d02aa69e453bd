import { segmentText } from './segment-text.ts';
import classes from './preview.module.css';
import { useSegments } from './use-segments.ts';

/** How many SMS a text with its variables replaced costs. */
export function SegmentNote({ text }: { text: string }) {
  const segments = useSegments(text);
  return <p className={classes['segments']}>{segments ? segmentText(segments) : '\u00a0'}</p>;
}
