import '@fontsource-variable/inter/index.css';
import './app/theme/base.css';
import './app/theme/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { openFirstPage } from './app/routes/shown-page.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // Load the first page's code first: drawing an empty frame before delays the page, which then jumps.
  await openFirstPage();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Not a top-level await: the bundler merges small files only if no module waits.
void start();
