import { numberFormat } from './formats.ts';
import { inLanguage } from './language.ts';

const inFigures = numberFormat();

/** The pager of a list whose pages have no number. */
export const positionPagerTexts = inLanguage({
  en: {
    rowsShown: (shown: number) => `${inFigures(shown)} shown`,
    rowsShownOf: (shown: number, total: number) => `${inFigures(shown)} of ${inFigures(total)}`,
    newest: 'Newest',
    newerRows: 'Newer',
    olderRows: 'Older',
  },
});
