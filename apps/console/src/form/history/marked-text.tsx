import { versionTexts as texts } from '../../texts/versions.ts';
import classes from './history.module.css';
import type { TextPart } from './word-difference.ts';

/** A text with its removed and added words marked. */
export function MarkedText({ parts }: { parts: readonly TextPart[] }) {
  return (
    <span className={classes['marked']}>
      {parts.map(({ kind, text }, index) => {
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
    </span>
  );
}
