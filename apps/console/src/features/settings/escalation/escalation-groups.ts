import type { ButtonId } from '@callpoint/contract/catalog';
import { escalationKey, VOICE_RULES } from '@callpoint/contract/escalation-terms';
import { settingsTexts } from '../../../texts/settings.ts';
import type { FieldGroup } from '../fields/field-specs.ts';

const texts = settingsTexts.escalation;

/** The settings of a button's escalation, and the rules for voice calls, which all buttons share. */
export function escalationGroups(buttonId: ButtonId): FieldGroup[] {
  return [
    {
      heading: null,
      fields: [
        {
          key: escalationKey(buttonId),
          kind: { type: 'policy', buttonId },
          label: texts.policy,
          fullLabel: texts.policy,
        },
      ],
    },
    {
      heading: texts.voice,
      fields: [
        {
          key: VOICE_RULES,
          kind: { type: 'voice_rules' },
          label: texts.voiceRules,
          fullLabel: texts.voiceRules,
        },
      ],
    },
  ];
}
