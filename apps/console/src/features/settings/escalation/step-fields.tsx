import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { CHANNELS } from '@callpoint/contract/channels/channels';
import { ESCALATION_LIMITS, RECIPIENT_GROUPS } from '@callpoint/contract/escalation-terms';
import { focusFieldWhenDrawn } from '../../../form/fields/focus-field.ts';
import { TextField } from '../../../form/fields/text-field.tsx';
import { escalationTexts as texts } from '../../../texts/escalation.ts';
import classes from './escalation.module.css';
import { PersonFields } from './person-fields.tsx';
import { typedNumber, withChannel, withGroup, type DraftPerson, type DraftStep } from './policy-draft.ts';

interface StepFieldsProps {
  id: string;
  step: DraftStep;
  onChange: (step: DraftStep) => void;
}

const NEW_PERSON: DraftPerson = { kind: 'person', name: '', email: '', phone: '' };

/** When a step starts, by which channels it notifies, and whom. */
export function StepFields({ id, step, onChange }: StepFieldsProps) {
  const { to, by } = step;
  const people = to.flatMap((one, index) => (one.kind === 'person' ? [{ person: one, index }] : []));
  const personId = (position: number) => `${id}-person-${position + 1}`;
  return (
    <>
      <div className={classes['minutes']}>
        <TextField
          id={`${id}-after`}
          label={texts.after}
          value={String(step.after)}
          problems={[]}
          onChange={(text) => onChange({ ...step, after: typedNumber(text) })}
        />
      </div>
      <fieldset className={classes['choices']}>
        <legend>{texts.by}</legend>
        {CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            label={texts.channel(channel)}
            checked={by.includes(channel)}
            onChange={(event) =>
              onChange({ ...step, by: withChannel(by, channel, event.currentTarget.checked) })
            }
          />
        ))}
      </fieldset>
      <fieldset className={classes['choices']}>
        <legend>{texts.who}</legend>
        {RECIPIENT_GROUPS.map((kind) => (
          <Checkbox
            key={kind}
            label={texts.groups[kind]}
            checked={to.some((one) => one.kind === kind)}
            onChange={(event) => onChange({ ...step, to: withGroup(to, kind, event.currentTarget.checked) })}
          />
        ))}
      </fieldset>
      {people.map(({ person, index }, position) => (
        <PersonFields
          key={index}
          id={personId(position)}
          number={position + 1}
          person={person}
          onChange={(next) => onChange({ ...step, to: to.with(index, next) })}
          onRemove={() => onChange({ ...step, to: to.toSpliced(index, 1) })}
        />
      ))}
      <Button
        variant="default"
        size="compact-sm"
        className={classes['add'] ?? ''}
        leftSection={<IconPlus aria-hidden size={16} />}
        disabled={to.length >= ESCALATION_LIMITS.recipients}
        onClick={() => {
          onChange({ ...step, to: [...to, NEW_PERSON] });
          focusFieldWhenDrawn(`${personId(people.length)}-name`);
        }}
      >
        {texts.addPerson}
      </Button>
    </>
  );
}
