import '@mantine/core/styles/Checkbox.layer.css';
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { CHANNELS } from '@callpoint/contract/channels/channels';
import { ESCALATION_LIMITS, RECIPIENT_GROUPS } from '@callpoint/contract/escalation-terms';
import { errorLines } from '../../../form/fields/error-lines.tsx';
import { TextField } from '../../../form/fields/text-field.tsx';
import { escalationTexts as texts } from '../../../texts/escalation.ts';
import classes from './escalation.module.css';
import { PersonFields } from './person-fields.tsx';
import { typedNumber, withChannel, withGroup, type DraftPerson, type DraftStep } from './policy-draft.ts';

interface StepEditorProps {
  id: string;
  /** From 1. */
  number: number;
  count: number;
  step: DraftStep;
  problems: readonly string[];
  onChange: (step: DraftStep) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

const NEW_PERSON: DraftPerson = { kind: 'person', name: '', email: '', phone: '' };

/** One step: when, by which channels, and who. */
export function StepEditor({
  id,
  number,
  count,
  step,
  problems,
  onChange,
  onMove,
  onRemove,
}: StepEditorProps) {
  const { to, by } = step;
  const people = to.flatMap((one, index) => (one.kind === 'person' ? [{ person: one, index }] : []));
  return (
    <fieldset className={classes['step']} data-invalid={problems.length > 0}>
      <legend className={classes['stepTitle']}>{texts.step(number)}</legend>
      <div className={classes['stepButtons']}>
        <ActionIcon
          variant="default"
          aria-label={texts.moveUp(number)}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp aria-hidden size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={texts.moveDown(number)}
          disabled={number === count}
          onClick={() => onMove(1)}
        >
          <IconArrowDown aria-hidden size={18} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={texts.removeStep(number)} onClick={onRemove}>
          <IconTrash aria-hidden size={18} />
        </ActionIcon>
      </div>
      {problems.length > 0 && (
        <p className={classes['error']} role="alert">
          {errorLines(problems)}
        </p>
      )}
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
          id={`${id}-person-${position + 1}`}
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
        onClick={() => onChange({ ...step, to: [...to, NEW_PERSON] })}
      >
        {texts.addPerson}
      </Button>
    </fieldset>
  );
}
