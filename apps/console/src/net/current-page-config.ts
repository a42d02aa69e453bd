import { readPageConfig } from './page-config.ts';

/** The configuration that the server wrote into this page. */
export const pageConfig = readPageConfig(document.getElementById('callpoint-config')?.textContent);
