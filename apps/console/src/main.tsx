import '@fontsource-variable/inter/index.css';
import './app/theme/base.css';
import './app/theme/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { openFirstPage } from './app/routes/shown-page.ts';
import { earlyRead } from './net/early-read.ts';

/** For the first reads after the code is loaded; then the page says that it is loading. Milliseconds. */
const LONGEST_WAIT = 300;

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // Load the first page's code first: drawing an empty frame before delays the page, which then jumps.
  await openFirstPage();
  // Its rows and the emergencies above it are in the first paint: nothing moves when they arrive.
  await earlyRead.settled(LONGEST_WAIT);
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Not a top-level await: the bundler merges small files only if no module waits.
void start();
