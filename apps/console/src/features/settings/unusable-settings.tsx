import { IconAlertTriangle } from '@tabler/icons-react';
import type { CallError } from '../../lib/call-error.ts';
import { focusField } from '../../form/focus-field.ts';
import { pressTexts } from '../../lib/texts/press-for-me.ts';
import classes from './press-for-me.module.css';

/** What must be fixed before a press can be simulated, each a link to its field. */
export function UnusableSettings({ error }: { error: CallError }) {
  return (
    <div aria-live="polite" className={classes['unusable']}>
      <p className={classes['unusableTitle']}>
        <IconAlertTriangle aria-hidden size={16} stroke={1.75} />
        {pressTexts.fixFirst}
      </p>
      <ul>
        {error.problems.map(({ msg, field = '' }) => {
          const id = field.replace(/^settings\./, '');
          return (
            <li key={`${field} ${msg}`}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(id);
                }}
              >
                {msg}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
