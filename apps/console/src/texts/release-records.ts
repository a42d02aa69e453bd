import { numberFormat } from './formats.ts';
import { inLanguage } from './language.ts';

const inFigures = numberFormat();

/** The release of held messages, after it was chosen. */
export const releaseTexts = inLanguage({
  en: {
    releaseAsk: (count: number) =>
      count === 1 ? 'Release 1 held message?' : `Release ${inFigures(count)} held messages?`,
    releaseDescription: 'They will be sent now. Each starts with the time of its press or form.',
    releaseVerb: 'Release',
    released: (count: number) =>
      count === 1 ? '1 message released' : `${inFigures(count)} messages released`,
  },
});
