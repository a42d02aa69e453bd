import { frameTexts } from '../../texts/frame.ts';
import classes from './frame.module.css';

/** The first stop of the Tab key: skips the menu. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className={classes['skip']}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      {frameTexts.skip}
    </a>
  );
}
