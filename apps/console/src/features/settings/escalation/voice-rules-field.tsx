import { TextInput } from '@mantine/core';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import type { VoiceRules } from '@callpoint/contract/escalation';
import { splitList } from '@callpoint/contract/split-list';
import { errorLines } from '../../../form/fields/error-lines.tsx';
import type { FieldProps } from '../../../form/fields/field-props.ts';
import { RecipientsField, type RecipientMark } from '../../../form/fields/recipients-field.tsx';
import { useOwnZone } from '../../../net/own-account.ts';
import { escalationTexts as texts } from '../../../texts/escalation.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import classes from './escalation.module.css';

type VoiceRulesFieldProps = Omit<FieldProps, 'label'> & {
  nameOf: (address: string) => string | null;
  markOf: (address: string) => RecipientMark | null;
};

function readRules(value: string): VoiceRules | null {
  try {
    const parsed = JSON.parse(value) as VoiceRules;
    return Array.isArray(parsed.agreed) ? parsed : null;
  } catch {
    return null;
  }
}

/** The quiet hours of voice calls, and the numbers that agreed to be called. */
export function VoiceRulesField({ id, value, problems, onChange, nameOf, markOf }: VoiceRulesFieldProps) {
  const zone = useOwnZone() ?? DEFAULT_ZONE;
  const rules = readRules(value);
  if (!rules) return <p id={id}>{settingsTexts.escalation.unreadable}</p>;
  const change = (part: Partial<VoiceRules>) => onChange(JSON.stringify({ ...rules, ...part }));
  return (
    <div id={id} tabIndex={-1} className={classes['policy']}>
      {problems.length > 0 && (
        <p className={classes['error']} role="alert">
          {errorLines(problems)}
        </p>
      )}
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <div className={classes['numbers']}>
            <TextInput
              id={`${id}-from`}
              type="time"
              label={texts.quietFrom}
              value={rules.quiet_from}
              onChange={(event) => change({ quiet_from: event.currentTarget.value })}
            />
            <TextInput
              id={`${id}-until`}
              type="time"
              label={texts.quietUntil}
              value={rules.quiet_until}
              onChange={(event) => change({ quiet_until: event.currentTarget.value })}
            />
          </div>
          <p className={classes['soft']}>{texts.quietHelp(zone)}</p>
        </div>
        <div className={classes['column']}>
          <RecipientsField
            id={`${id}-agreed`}
            label={texts.agreed}
            help={texts.agreedHelp}
            inputMode="tel"
            optional
            value={rules.agreed.join(', ')}
            problems={[]}
            onChange={(list) => change({ agreed: splitList(list) })}
            nameOf={nameOf}
            markOf={markOf}
          />
        </div>
      </div>
    </div>
  );
}
