import { recipientTexts } from '../../texts/recipients.ts';
import classes from './unsaved-dot.module.css';

/** Marks a tab or a section with unsaved changes. */
export function UnsavedDot() {
  return (
    <>
      <span aria-hidden className={classes['dot']} />
      <span className="visually-hidden">{recipientTexts.changed}</span>
    </>
  );
}
