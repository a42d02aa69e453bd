import { inLanguage } from './language.ts';

/** One record on its page, and the page of a link to it. */
export const recordTexts = inLanguage({
  en: {
    recordTitle: (id: number) => `Record ${id}`,
    who: 'Who',
    when: 'When',
    where: 'Where',
    within: (meters: number) => `within ${meters} m`,
    measured: 'measured',
    arrivedLater: 'The phone could not send it earlier.',
    locationUpdates: (count: number) =>
      count === 1 ? 'The phone updated the location once' : `The phone updated the location ${count} times`,
    onTheirScreen: 'On their screen',
    nothingWritten: 'No message',
    openedBy: { team: 'Opened by the team', admin: 'Opened by an administrator' },
    notOpened: 'No one has opened it yet',
    print: 'Print',
    recordReadFailed: 'The record could not be loaded.',
    noRecord: 'This record does not exist',
    noRecordDescription: 'The record may have been deleted, or the link is mistyped.',
    toRecords: 'See all records',
    linkedRecord: 'Record',
    exampleLink: 'Example of a link',
    exampleLinkTitle: 'This link is an example.',
    exampleLinkDescription:
      'It comes from a preview or a test message. In a real message, it opens the record.',
  },
});
