import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { activateNewVersion } from './app/new-version.ts';
import { startOutbox } from './outbox/outbox.ts';
import { loadDashboard } from './session/dashboard.ts';
import { loadSession } from './session/session.ts';
import { language } from './texts/texts.ts';
import './app/base.css';

document.documentElement.lang = language;
const root = createRoot(document.querySelector('#root') ?? document.body);

await activateNewVersion();
// Without storage (a private window, a full disk) the app still shows whom to call.
await Promise.all([loadSession(), loadDashboard()]).catch(() => null);
root.render(<App />);
void startOutbox().catch(() => null);
