import { useLayoutEffect, type ReactNode } from 'react';
import { useLocation } from '../links/location.ts';
import { useStore } from '../store/use-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { RootError } from './root-error.tsx';
import { RouteError } from './route-error.tsx';
import { shownPage, type ShownPage } from './routes/shown-page.ts';
import { ThemeProvider } from './theme/theme-provider.tsx';

/** The entire console. Each account has its own screens: nothing of one account is left for the next. */
export function App() {
  const { account, page } = useStore(shownPage);
  const location = useLocation();
  useLayoutEffect(() => {
    if (location.scrollTo !== null) window.scrollTo(0, location.scrollTo);
  }, [location]);
  return (
    <ThemeProvider>
      <ErrorBoundary resetKey={location} Fallback={RootError}>
        <Screen key={account ?? 'signed-out'} page={page} />
      </ErrorBoundary>
    </ThemeProvider>
  );
}

function Screen({ page }: Pick<ShownPage, 'page'>): ReactNode {
  const location = useLocation();
  if (!page) return null;
  if (!page.Frame) return <RootError error={page.error} />;
  const { Frame } = page;
  return (
    <Frame>
      <ErrorBoundary resetKey={location} Fallback={RouteError}>
        {'error' in page ? <RouteError error={page.error} /> : <page.Component />}
      </ErrorBoundary>
    </Frame>
  );
}
