import { numberFormat } from './formats.ts';
import { inLanguage } from './language.ts';

const inFigures = numberFormat();

/** What the rows of a list are. */
export type MatchedRows = 'entries' | 'records' | 'messages' | 'plans' | 'users';

/** Lists: their orders, pages and rows. */
export const tableTexts = inLanguage({
  en: {
    loading: 'Loading',
    actions: 'Actions',
    actionsFor: (row: string) => `Actions for ${row}`,

    sortBy: 'Sort by',
    timesIn: 'Times in',
    sorted: (column: string, order: string) => `${column}, ${order}`,
    newestFirst: 'newest first',
    oldestFirst: 'oldest first',
    lowestFirst: 'lowest first',
    highestFirst: 'highest first',
    aToZ: 'A to Z',
    zToA: 'Z to A',

    pages: 'Pages',
    rowsPerPage: 'Rows per page',
    rowHeight: 'Row height',
    densities: { comfortable: 'Comfortable', dense: 'Dense', full: 'Full text' },
    rowsOf: (first: number, last: number, total: number) =>
      `${inFigures(first)}–${inFigures(last)} of ${inFigures(total)}`,
    rowsOfAtLeast: (first: number, last: number, known: number) =>
      `${inFigures(first)}–${inFigures(last)} of ${inFigures(known)}+`,
    searched: (rows: number) =>
      `Only the first ${inFigures(rows)} rows were searched. Choose a shorter period, the other order, or another filter to search the rest.`,

    selectPage: 'Select all rows of this page',
    selectRow: (row: string) => `Select ${row}`,
    exportSelected: 'Export',
    tooManyToExport: (most: number) => `Select at most ${most} rows to export them.`,
    pageOf: (page: number, pages: number) => `Page ${inFigures(page)} of ${inFigures(pages)}`,
    pageOfAtLeast: (page: number, pages: number) => `Page ${inFigures(page)} of ${inFigures(pages)}+`,
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
    exportFailed: 'The file could not be created.',

    filters: 'Filters',
    choice: (label: string, chosen: string) => `${label}: ${chosen}`,
    noChoice: (label: string, all: string) => `${label}: ${all.charAt(0).toLowerCase()}${all.slice(1)}`,
    enterNumber: 'Enter a number.',
    period: 'Period',
    allTime: 'All',
    periods: {
      today: 'Today',
      yesterday: 'Yesterday',
      '7days': '7 days',
      month: 'This month',
      lastMonth: 'Last month',
    },
    from: 'From',
    until: 'Until',
    noMatch: 'Nothing matches',
    noMatchFor: (filters: readonly string[], rows: MatchedRows = 'entries') =>
      `No ${rows} ${filters.join(', ')}.`,
    reversed: (from: string, to: string) =>
      `The first day (${from}) is after the last day (${to}). Change one of them.`,
    since: (day: string) => `from ${day}`,
    upTo: (day: string) => `until ${day}`,
    onDay: (day: string) => `on ${day}`,
    between: (from: string, to: string) => `between ${from} and ${to}`,
    savedFilters: 'Saved filters',
    saveFilter: 'Save filter',
    manageFilters: 'Manage filters',
    noFilterSet: 'Choose filters first, then save them.',
    deleteVerb: 'Delete',
    clear: 'Clear filters',
    with: (text: string) => `with “${text}”`,
    search: 'Search',

    refresh: 'Refresh',
    newer: 'There are newer rows.',
    showNew: (count: number) => `Show ${count} new`,
    showNewOrMore: (count: number) => `Show ${count} or more new`,
    showChanges: 'Show changes',

    justNow: 'just now',
  },
});
