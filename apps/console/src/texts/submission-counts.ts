import { numberFormat } from './formats.ts';
import { inLanguage } from './language.ts';

const inFigures = numberFormat();

/** How many records each button and form of a subscriber has. */
export const submissionCountTexts = inLanguage({
  en: {
    oshaOnSite: 'OSHA on Site',
    dataOfDescription: 'What this subscriber’s app users have sent, by button and form.',
    dataReadFailed: 'The data could not be loaded.',
    noRecords: 'No records',
    count: (total: number) => (total === 1 ? '1 record' : `${inFigures(total)} records`),
    lastReceived: 'Last received',
  },
});
