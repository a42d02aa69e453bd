import { createContext } from 'react';

/** What follows the titles of pages that share their names with other pages, e.g. `Records`; null for all others. */
export const PageArea = createContext<string | null>(null);
