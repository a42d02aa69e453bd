import { useNavigation } from 'react-router';
import classes from './frame.module.css';

/** Shows that the next page is on its way; the one before stays until then, and the new heading says that it came. */
export function LoadingBar() {
  const { state } = useNavigation();
  return state === 'loading' ? <div aria-hidden className={classes['loading']} /> : null;
}
