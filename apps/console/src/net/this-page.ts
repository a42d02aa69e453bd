import { readPageConfig } from './page-config.ts';

/** What the server wrote into this page. */
export const pageConfig = readPageConfig(document.getElementById('callpoint-config')?.textContent);
