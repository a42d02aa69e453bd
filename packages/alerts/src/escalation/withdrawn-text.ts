import { itemLabel, type Item } from '@callpoint/contract/catalog';
import {
  ASK_FOR_KEY,
  fillTexts,
  safeText,
  spokenName,
  valuesOf,
  WHO_AND_WHERE,
  type IncidentTexts,
  type IncidentValues,
} from './incident-texts.ts';
import { spokenDigits } from './spoken.ts';

export interface WithdrawnInput extends IncidentValues {
  item: Item;
  /** Nobody pressed: a check-in was not answered. */
  isCheckIn: boolean;
  /** When the person reported being safe, ISO 8601; null if they have not. */
  safeAt: string | null;
  /** The name of the person who had the incident. */
  before: string;
}

/** The question to a person who offered to help: the owner can't after all, and no one has it now. */
export function withdrawnMessage(input: WithdrawnInput): IncidentTexts {
  const { item, name, phone, isCheckIn, safeAt, zone } = input;
  const label = itemLabel(item);
  const before = spokenName(input.before);
  const why = "{{MESSAGE}} can't help after all. No one has it now. You offered to help: answer again.";
  const safe = safeText(safeAt, zone);
  const facts = [
    ...(isCheckIn ? ['A check-in was not answered.'] : []),
    ...(safe === '' ? [] : [`The person${safe}`]),
  ];
  return fillTexts(
    {
      subject: `No one has it now: ${label}, {{NAME}} - call {{PHONE}}`,
      mail: [why, ...facts, WHO_AND_WHERE].join('\n\n'),
      text: `${[`${label}: ${why}`, ...facts].join(' ')} Call {{NAME}}: {{PHONE}}. {{LOCATION_LINK}}`,
      spoken: [
        `This is Callpoint. ${label}.`,
        `${before} can't help after all. No one has it now. You offered to help.`,
        ...facts,
        `Call ${spokenName(name)} at ${spokenDigits(phone)}.`,
        ASK_FOR_KEY,
      ].join(' '),
    },
    valuesOf(input, before),
  );
}
