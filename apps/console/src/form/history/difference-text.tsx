import type { HistoryField } from './history-of.ts';
import classes from './history.module.css';
import { MarkedText } from './marked-text.tsx';
import { describeDifference } from './value-difference.ts';
import { shortenUnchanged } from './word-difference.ts';

interface DifferenceTextProps {
  field: HistoryField;
  old: string;
  current: string;
}

/** What changed between two values: sentences, or the text with its removed and added words. */
export function DifferenceText({ field, old, current }: DifferenceTextProps) {
  const difference = describeDifference(field.kind, old, current, field.show ?? ((value) => value));
  if ('sentences' in difference) return difference.sentences.map((text) => <p key={text}>{text}</p>);
  return (
    <p className={classes['text']}>
      <MarkedText parts={shortenUnchanged(difference.parts)} />
    </p>
  );
}
