import { frameTexts } from '../../texts/frame.ts';
import classes from './frame.module.css';

/** The first stop of the Tab key: past the menu, to the page itself. */
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
