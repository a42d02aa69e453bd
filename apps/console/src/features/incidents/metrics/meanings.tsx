import { responseTimeTexts as texts } from '../../../texts/response-times.ts';
import classes from './metrics.module.css';

const { meanings } = texts;

const ROWS = [
  [texts.firstMessage, meanings.firstMessage],
  [texts.firstDelivery, meanings.firstDelivery],
  [texts.acknowledgment, meanings.acknowledgment],
  [texts.median, meanings.median],
  [texts.ninety, meanings.within],
  [texts.never, meanings.never],
  [texts.unnotified, meanings.unnotified],
  [texts.falseAlarms, meanings.falseAlarms],
] as const;

/** One line for each figure. */
export function Meanings({ isDrill }: { isDrill: boolean }) {
  return (
    <section aria-labelledby="figure-meanings">
      <h2 id="figure-meanings" className={classes['heading']}>
        {texts.meaning}
      </h2>
      <dl className={classes['meanings']}>
        {ROWS.filter(([name]) => !isDrill || name !== texts.falseAlarms).map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
