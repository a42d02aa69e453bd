import { numberFormat } from './formats.ts';
import { inLanguage } from './language.ts';

const inFigures = numberFormat();

/** The records of pressed buttons and sent forms. */
export const submissionTexts = inLanguage({
  en: {
    filters: 'Which records',
    readFailed: 'The records could not be read.',
    buttonDescription: 'Who pressed this button, when and where. The newest stand first.',
    formDescription: 'Who sent this form, when, and what they wrote. The newest stand first.',
    noneYet: 'No records yet',
    buttonNoneYet:
      'When one of your app users presses this button, the time, the place and who it was stand here.',
    formNoneYet:
      'When one of your app users sends this form, what they wrote stands here, with the time and the place.',
    checkSettings: 'Check who is told',

    buttonId: 'Submission Id',
    buttonTime: 'Date and Time of Notification',
    formId: 'Id',
    formTime: 'Date and Time',
    location: 'Location',
    noLocation: 'No location',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    notKnown: 'Not known',
    company: 'Company',
    message: 'Message',
    images: 'Images',
    image: (number: number, count: number) => `Image ${number} of ${count}, opens in a new tab`,
    type: 'Type',
    none: 'None',

    record: (id: number) => `record ${id}`,
    openRecord: (id: number) => `${id}, open the record`,
    recordTitle: (id: number) => `Record ${id}`,
    who: 'Who',
    when: 'When',
    where: 'Where',
    within: (metres: number) => `within ${metres} m`,
    measured: 'measured',
    pressedAt: 'On the phone it was',
    arrivedLater: 'Had the phone no network, it sent it as soon as it could.',
    onTheirScreen: 'On their screen',
    nothingWritten: 'Nothing was written',
    openedBy: { team: 'Opened by the team', admin: 'Opened by an administrator' },
    notOpened: 'Nobody has opened it yet',
    opened: 'Opened',
    print: 'Print',
    recordReadFailed: 'The record could not be read.',
    noRecord: 'There is no such record',
    noRecordDescription: 'It may have been deleted, or the link is mistyped.',
    toRecords: 'See all records',
    imageFailed: (number: number) => `Image ${number} can’t be shown`,
    deleteItem: 'Delete Item',
    dataOf: (teamId: string) => `Data of subscriber ${teamId}`,
    oshaOnSite: 'OSHA on Site',
    dataOfDescription: 'What this subscriber’s app users have sent, by button and form.',
    dataReadFailed: 'The data could not be read.',
    goBack: 'Go Back',
    noRecords: 'No records',
    count: (total: number) => (total === 1 ? '1 record' : `${inFigures(total)} records`),
    lastReceived: 'The last one came in',

    deleteDescription: (id: number) =>
      `Record ${id} will be gone for everybody on the team; this can’t be undone. Who was told of it, and in which words, stays in the delivery log.`,
    deleteYes: 'Delete',
  },
});
