import { inLanguage } from './language.ts';

/** The records of pressed buttons and sent forms. */
export const submissionTexts = inLanguage({
  en: {
    filters: 'Find records',
    readFailed: 'The records could not be loaded.',
    buttonDescription: 'Who pressed it, when, and where. Held messages wait until someone releases them.',
    formDescription:
      'Who sent it, when, and what they wrote. Held messages wait until someone releases them.',
    noneYet: 'No records yet',
    buttonNoneYet: 'When an app user presses this button, the person, time, and location appear here.',
    formNoneYet: 'When an app user sends this form, the message, person, time, and location appear here.',
    checkSettings: 'Check who is notified',

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
    messages: 'Messages',
    searchHint: 'Name, email, phone, id, text',
    anyMessages: 'Any status',
    messageFilters: {
      failed: 'Failed',
      held: 'Held',
      pending: 'Pending',
      sent: 'Sent',
      delivered: 'Delivered',
      opened: 'Opened',
      none: 'None sent',
    },
    withMessages: (status: string) => `with messages: ${status.toLowerCase()}`,
    messageStatus: {
      failed: (count: number) => `${count} failed`,
      held: (count: number) => `${count} held`,
      pending: (count: number) => `${count} pending`,
      sent: (count: number) => `${count} sent`,
      delivered: (count: number) => `${count} delivered`,
      alsoDelivered: (count: number) => `${count} delivered`,
      opened: 'Opened',
      none: 'None',
      of: (total: number) => `of ${total}`,
      after: (total: number) => (total === 1 ? '1 message' : `${total} messages`),
    },
    release: 'Release held messages',
    company: 'Company',
    message: 'Message',
    images: 'Images',
    type: 'Type',
    none: 'None',

    record: (id: number) => `record ${id}`,
    openRecord: (name: string, id: number) => `${name}, open record ${id}`,
    delayed: (time: string) => `Delayed: pressed ${time}`,
    opened: 'Opened',
    deleteItem: 'Delete Item',
    dataOf: (teamId: string) => `Data of subscriber ${teamId}`,

    deleteDescription: (id: number, hasIncident: boolean) =>
      `${hasIncident ? 'Its incident stays open, with its location, until someone closes it. ' : ''}Record ${id} will be deleted for everyone on the team. You can restore it for 30 days under Recently deleted. After that, the record with its messages and images is deleted permanently.`,
    deleteYes: 'Delete',
  },
});
