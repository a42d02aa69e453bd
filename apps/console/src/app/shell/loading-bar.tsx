import { useNavigation } from 'react-router';
import classes from './frame.module.css';

/** Shows that the next page is loading; the current one stays until then, and the new heading announces the change. */
export function LoadingBar() {
  const { state } = useNavigation();
  return state === 'loading' ? <div aria-hidden className={classes['loading']} /> : null;
}
