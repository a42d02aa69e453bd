import { BUTTON_LABELS, FORM_LABELS, type ButtonId, type FormId } from '@callpoint/contract/catalog';
import type { RecipientRole } from '@callpoint/contract/channels/channel';

/**
 * The texts that a new subscriber starts with. The most urgent fact comes first, then who and where. Plain texts stay
 * within GSM-7, and within two segments for usual names: the links and the time do not fit into one. No text claims that a recipient has been reached:
 * the messages are still in flight when it is written.
 */

export interface EmailText {
  subject: string;
  message: string;
}

/** The texts about one button or form: on the phone's screen, and by the kind of a channel's content. */
export interface ItemTexts {
  screen: string;
  mail: Readonly<Record<RecipientRole, EmailText>>;
  text: Readonly<Record<RecipientRole, string>>;
}

/** The parts of all texts about one button. */
interface Occasion {
  /** The start of subjects and of plain texts to the safety team. */
  headline: string;
  /** What the safety team should do, in this order. */
  todo: string;
  /** What the user reads first: what to do until someone calls. */
  advice: string;
}

const OCCASIONS: Readonly<Record<ButtonId, Occasion>> = {
  1: {
    headline: 'OSHA ON SITE: {{NAME}} needs you',
    todo: 'Call {{NAME}} now. Ask who the inspector is and what the visit is about, then go to the site.',
    advice: 'Stay polite, ask the inspector for identification and wait for your safety team.',
  },
  2: {
    headline: 'INCIDENT: {{NAME}} reports an accident',
    todo: 'Call {{NAME}} now. Ask whether anyone is hurt. No answer? Send someone to the location.',
    advice: 'If anyone is hurt or in danger, call 911 first.',
  },
  4: {
    headline: 'SAFETY COMPLAINT: {{NAME}} reports a hazard',
    todo: 'Call {{NAME}} and ask what is unsafe. Keep people away until it is fixed.',
    advice: 'Keep away from what is unsafe, and warn others.',
  },
  5: {
    headline: 'EMERGENCY: {{NAME}} needs help',
    todo: 'Call {{NAME}} now. No answer? Send someone to the location and call 911.',
    advice: 'In immediate danger, call 911 now.',
  },
};

const WHO_AND_WHERE = [
  'Name: {{NAME}}',
  'Phone: {{PHONE}}',
  'Email: {{EMAIL}}',
  'Location: {{LOCATION}}',
  'Map: {{LOCATION_LINK}}',
  'Time: {{TIME}}',
].join('\n');

/** For recipients who can sign in to the console. */
const RECORD = 'Record: {{RECORD_LINK}}';

const CALL_COMES = 'Expect a phone call within 5 minutes. Keep your phone at hand.';
const NO_CALL = 'No call? Call a safety person from the app.';

/** The default texts of a button. */
export function defaultButtonTexts(id: ButtonId): ItemTexts {
  const { headline, todo, advice } = OCCASIONS[id];
  const label = BUTTON_LABELS[id];
  return {
    screen: `${advice} We are alerting your safety team now. ${CALL_COMES}`,
    mail: {
      team: { subject: `${headline} - call {{PHONE}}`, message: `${todo}\n\n${WHO_AND_WHERE}\n${RECORD}` },
      user: {
        subject: `We received your alert: ${label}`,
        message: `${advice}\n\nWe are alerting your safety team. ${CALL_COMES} ${NO_CALL}\n\nWe are sending them:\n\n${WHO_AND_WHERE}`,
      },
      consultancy: {
        subject: `${headline} - call {{PHONE}}`,
        message: `${label}: {{NAME}}. The safety team is also being notified. Please call and support them.\n\n${WHO_AND_WHERE}\n${RECORD}`,
      },
    },
    text: {
      team: `${headline}. Call {{PHONE}} now. {{TIME}}. {{LOCATION_LINK}} {{RECORD_LINK}}`,
      user: `Your alert was received: ${label}, {{TIME}}. Expect a phone call within 5 minutes. ${advice}`,
      consultancy: `${headline}. Call {{PHONE}}. {{TIME}}. {{LOCATION_LINK}} {{RECORD_LINK}}`,
    },
  };
}

/** The parts of all texts about one form. `asks` follows the user's name, `yours` follows “your”. */
const REQUESTS: Readonly<Record<FormId, { asks: string; yours: string; subjectPart: string }>> = {
  1: { asks: 'asks a safety question', yours: 'question', subjectPart: '' },
  2: { asks: 'requests a safety consultation', yours: 'request', subjectPart: ': {{PRODUCTS}}' },
  3: { asks: 'needs a safety product', yours: 'request', subjectPart: ': {{PRODUCTS}}' },
};

/** The default texts of a form. */
export function defaultFormTexts(id: FormId): ItemTexts {
  const { asks, yours, subjectPart } = REQUESTS[id];
  const type = id === 1 ? '' : 'Type: {{PRODUCTS}}\n';
  const details = `${type}Company: {{COMPANY}}\n${WHO_AND_WHERE}`;
  const subject = `{{NAME}} ${asks}${subjectPart}`;
  return {
    screen: `We are sending your ${yours} to your safety team. Expect a phone call within 5 minutes.`,
    mail: {
      team: { subject, message: `{{MESSAGE}}\n\nCall {{NAME}} at {{PHONE}}.\n\n${details}\n${RECORD}` },
      user: {
        subject: `We received your ${yours}: ${FORM_LABELS[id]}`,
        message: `We are sending your ${yours} to your safety team. Expect a phone call within 5 minutes.\n\nThis is what you wrote:\n\n{{MESSAGE}}\n\n${details}`,
      },
      consultancy: {
        subject,
        message: `{{MESSAGE}}\n\nPlease coordinate with the safety team on who will call {{NAME}}.\n\n${details}\n${RECORD}`,
      },
    },
    text: {
      team: `{{NAME}} ${asks}. Call {{PHONE}}. {{TIME}}. {{RECORD_LINK}}`,
      user: `Your ${yours} was received, {{TIME}}. Expect a phone call within 5 minutes.`,
      consultancy: `{{NAME}} ${asks}. Call {{PHONE}}. {{TIME}}. {{RECORD_LINK}}`,
    },
  };
}
