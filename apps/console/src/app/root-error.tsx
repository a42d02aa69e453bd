import { RouteError } from './route-error.tsx';
import classes from './shell/frame.module.css';
import { Logo } from './shell/logo.tsx';

/** Shown instead of everything when the shell crashed or could not be loaded. */
export function RootError({ error }: { error: unknown }) {
  return (
    <div className={classes['frame']}>
      <header className={classes['top']}>
        <Logo />
      </header>
      <main className={classes['main']}>
        <RouteError error={error} />
      </main>
    </div>
  );
}
