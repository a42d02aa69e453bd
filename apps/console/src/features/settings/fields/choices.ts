import { settingsTexts } from '../../../texts/settings.ts';

type Choices = readonly { value: string; label: string }[];

const YES_NO: Choices = [
  { value: 'yes', label: settingsTexts.yes },
  { value: 'no', label: settingsTexts.no },
];
const ENABLED: Choices = [
  { value: 'yes', label: settingsTexts.enabled },
  { value: 'no', label: settingsTexts.disabled },
];

/** The choices of a setting that is yes or no. */
export function choicesOf(key: string): Choices {
  return key.startsWith('btn_') ? ENABLED : YES_NO;
}
