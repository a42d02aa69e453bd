import { useIsLoadingPage } from '../../links/location.ts';
import classes from './frame.module.css';

/** Shows that the next page is loading; the current one stays until then, and the new heading announces the change. */
export function LoadingBar() {
  return useIsLoadingPage() ? <div aria-hidden className={classes['loading']} /> : null;
}
