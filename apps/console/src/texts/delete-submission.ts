import { inLanguage } from './language.ts';

/** The confirmation before a record is deleted. */
export const deleteSubmissionTexts = inLanguage({
  en: {
    description: (id: number, hasIncident: boolean) =>
      `${hasIncident ? 'Its incident stays open, with its location, until someone closes it. ' : ''}Record ${id} will be deleted for everyone on the team. You can restore it for 30 days under Recently deleted. After that, the record with its messages and images is deleted permanently.`,
    yes: 'Delete',
  },
});
