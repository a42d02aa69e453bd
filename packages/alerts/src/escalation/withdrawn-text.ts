import { itemLabel } from '@callpoint/contract/catalogue';
import { cleanLine, shorten } from '../templates/clean-text.ts';
import { emailContent, textContent } from '../templates/content.ts';
import { spokenDigits } from './spoken.ts';
import { safeText, SPOKEN_NAME, valuesOf, type IncidentTexts, type StepMessageInput } from './step-texts.ts';

export interface WithdrawnInput extends Pick<
  StepMessageInput,
  'item' | 'name' | 'phone' | 'at' | 'zone' | 'isCheckIn' | 'safeAt' | 'place' | 'mapUrl'
> {
  /** The name of the person who had the incident. */
  before: string;
}

/** The question to a person who offered to help: the owner can't after all, and no one has it now. */
export function withdrawnMessage(input: WithdrawnInput): IncidentTexts {
  const { item, name, phone, isCheckIn, safeAt, zone } = input;
  const label = itemLabel(item);
  const before = shorten(cleanLine(input.before), SPOKEN_NAME, '');
  const values = valuesOf({ ...input, procedure: before });
  const why = "{{MESSAGE}} can't help after all. No one has it now. You offered to help: answer again.";
  const safe = safeText(safeAt, zone);
  const facts = [
    ...(isCheckIn ? ['A check-in was not answered.'] : []),
    ...(safe === '' ? [] : [`The person${safe}`]),
  ];
  const mail = emailContent(
    `No one has it now: ${label}, {{NAME}} - call {{PHONE}}`,
    `${[why, ...facts].join('\n\n')}\n\nCall {{NAME}}: {{PHONE}}\nLocation: {{LOCATION}}\nMap: {{LOCATION_LINK}}\nTime: {{TIME}}`,
    values,
  );
  const person = shorten(cleanLine(name), SPOKEN_NAME, '');
  return {
    subject: mail.subject,
    mail: mail.text,
    html: mail.html,
    text: textContent(
      `${[`${label}: ${why}`, ...facts].join(' ')} Call {{NAME}}: {{PHONE}}. {{LOCATION_LINK}}`,
      values,
    ).text,
    spoken: [
      `This is Callpoint. ${label}.`,
      `${before} can't help after all. No one has it now. You offered to help.`,
      ...facts,
      `Call ${person} at ${spokenDigits(phone)}.`,
      "Press 1 if you have it. Press 2 if you can't.",
    ].join(' '),
  };
}
