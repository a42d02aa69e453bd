import { useNavigation } from 'react-router';
import classes from './frame.module.css';

/** Says that the next page is on its way; the one before stays until then. */
export function LoadingBar() {
  const { state } = useNavigation();
  return state === 'loading' ? (
    <div role="progressbar" aria-label="Loading" className={classes['loading']} />
  ) : null;
}
