import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { activateNewVersion } from './app/new-version.ts';
import { startOutbox } from './outbox/outbox.ts';
import { loadDashboard } from './session/dashboard.ts';
import { endSessions, followSession, loadSession } from './session/session.ts';
import { language } from './texts/texts.ts';
import './app/base.css';

/** A storage that does not answer must not keep the screen empty; in milliseconds. */
const LONGEST_LOADING = 1_000;

document.documentElement.lang = language;
if (language === 'es') {
  // The names of the icon's shortcuts.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', '/phone/manifest.es.webmanifest');
}
const root = createRoot(document.querySelector('#root') ?? document.body);

await activateNewVersion();
// Without storage (a private window, a full disk) the app still shows whom to call.
const loaded = Promise.all([loadSession(), loadDashboard()]).catch(() => null);
await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, LONGEST_LOADING))]);
followSession();
root.render(
  <ErrorBoundary>
    <App />
  </ErrorBoundary>,
);
// Loaded after the first screen.
void startOutbox()
  .then(async () => (await import('./outbox/follow.ts')).resumeFollowing())
  .catch(() => null);
void endSessions();
void import('./reports/reports.ts').then(({ startReports }) => startReports()).catch(() => null);
