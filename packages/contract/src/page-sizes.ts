/** How many rows a page of a list may have. Apart from the schemas: screens that only read need no validator. */

export const PAGE_SIZES = [10, 20, 25, 50, 75, 100, 200, 500] as const;
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 500;
