import { Button } from '@mantine/core';
import { TextField } from '../../../form/fields/text-field.tsx';
import { escalationTexts as texts } from '../../../texts/escalation.ts';
import classes from './escalation.module.css';
import type { DraftPerson } from './policy-draft.ts';

interface PersonFieldsProps {
  id: string;
  /** From 1. */
  number: number;
  person: DraftPerson;
  onChange: (person: DraftPerson) => void;
  onRemove: () => void;
}

/** A person whom a step notifies. */
export function PersonFields({ id, number, person, onChange, onRemove }: PersonFieldsProps) {
  const field = (part: 'name' | 'email' | 'phone') => ({
    id: `${id}-${part}`,
    label: texts[part],
    value: person[part],
    problems: [],
    onChange: (value: string) => onChange({ ...person, [part]: value }),
  });
  return (
    <fieldset className={classes['person']}>
      <legend className="visually-hidden">{texts.person(number)}</legend>
      <TextField {...field('name')} />
      <TextField {...field('email')} inputMode="email" optional />
      <TextField {...field('phone')} inputMode="tel" optional />
      <Button variant="default" aria-label={texts.removePerson(person.name)} onClick={onRemove}>
        {texts.remove}
      </Button>
    </fieldset>
  );
}
