import { numberFormat } from './formats.ts';
import { inLanguage } from './language.ts';

const inFigures = numberFormat();

/** Actions for the selected rows of a list, and their results. */
export const selectionTexts = inLanguage({
  en: {
    selected: (count: number) => (count === 1 ? '1 selected' : `${inFigures(count)} selected`),
    clearSelection: 'Clear selection',
    someOf: (action: string, count: number) => `${action} (${inFigures(count)})`,
    partly: (done: string, failed: number) => `${done}, ${inFigures(failed)} failed.`,
    failedRows: (names: readonly string[], count: number, reason: string) =>
      `${names.join(', ')}${count > names.length ? ` and ${inFigures(count - names.length)} more` : ''}: ${reason}`,
    moreReasons: 'The other rows show why they failed.',
    cannotRelease: (count: number, all: number) =>
      all === 1
        ? 'Can’t release the held message: its channel is not configured on this server.'
        : `Can’t release ${count < all ? `${inFigures(count)} of ` : ''}${inFigures(all)} held messages: their channels are not configured on this server.`,
    recordName: (id: number) => `Record ${id}`,
    deletedRecords: (count: number) =>
      count === 1 ? '1 record deleted' : `${inFigures(count)} records deleted`,
    confirmDeleteMany: (count: number) =>
      `Are you sure you want to delete these ${inFigures(count)} records?`,
  },
});
