import { inLanguage } from './language.ts';

/** Lists: their orders, pages and rows. */
export const tableTexts = inLanguage({
  en: {
    loading: 'Loading',
    actions: 'Actions',
    actionsFor: (row: string) => `Actions for ${row}`,

    sortBy: 'Sort by',
    sorted: (column: string, order: string) => `${column}, ${order}`,
    newestFirst: 'newest first',
    oldestFirst: 'oldest first',
    lowestFirst: 'lowest first',
    highestFirst: 'highest first',
    aToZ: 'A to Z',
    zToA: 'Z to A',

    pages: 'Pages',
    rowsPerPage: 'Rows per page',
    pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
    page: (page: number) => `Page ${page}`,
    arrows: {
      first: 'First page',
      previous: 'Previous page',
      next: 'Next page',
      last: 'Last page',
    },
    pastTheEnd: (page: number) => `Page ${page} is past the end`,
    pageCount: (pages: number) => (pages === 1 ? 'There is 1 page.' : `There are ${pages} pages.`),
    toLastPage: 'Go to the last page',

    columns: 'Columns',
    export: 'Export CSV',
    exporting: 'Exporting',
    stopExport: (megabytes: string) => `Stop export (${megabytes} MB)`,
    exported: (file: string) => `Exported as ${file}.`,
    exportFailed: 'The file could not be made.',

    from: 'From',
    until: 'Until',
    noMatch: 'Nothing matches',
    noMatchFor: (filters: readonly string[]) => `There is nothing ${filters.join(', ')}.`,
    since: (day: string) => `from ${day}`,
    upTo: (day: string) => `until ${day}`,
    clear: 'Clear the filters',

    refresh: 'Refresh',
    newer: 'There are newer rows.',
    showNew: (count: number) => `Show ${count} new`,
    showNewOrMore: (count: number) => `Show ${count} or more new`,
    showChanges: 'Show changes',

    justNow: 'just now',
  },
});
