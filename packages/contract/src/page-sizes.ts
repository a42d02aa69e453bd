/** The page sizes of lists. Separate from the schemas, so that a screen that only reads loads no validator. */

export const PAGE_SIZES = [10, 20, 25, 50, 75, 100, 200, 500] as const;
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 500;
