import { historyTexts as texts } from '../../texts/history.ts';
import type { HistoryField } from './history-of.ts';
import classes from './history.module.css';
import { describeDifference } from './value-difference.ts';

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
      {difference.parts.map(({ kind, text }, index) => {
        if (kind === 'same') return <span key={index}>{text}</span>;
        const Mark = kind === 'removed' ? 'del' : 'ins';
        return (
          <Mark key={index}>
            <span className="visually-hidden">
              {kind === 'removed' ? texts.removedWord : texts.addedWord}{' '}
            </span>
            {text}
          </Mark>
        );
      })}
    </p>
  );
}
