import { useState } from 'react';
import { TypedChoiceFilter } from '../../../table/filters/typed-choice-filter.tsx';
import { drillTexts as texts } from '../../../texts/drills.ts';
import { SHOWN, useFoundPeople, type DrillPerson } from './drill-people.api.ts';
import classes from './drills.module.css';

interface DrillPersonFieldProps {
  chosen: DrillPerson;
  /** All active app users, if there are not too many to count; the first ones are offered, the others are found by typing. */
  total: number | undefined;
  onChoose: (person: DrillPerson) => void;
}

/** The app user who presses in the drill, found by name, email address or number. */
export function DrillPersonField({ chosen, total, onChoose }: DrillPersonFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { people, isSearching, error } = useFoundPeople(typed?.trim() ?? null);
  const choose = (value: string) => {
    const person = people.find(({ id }) => String(id) === value);
    if (person) onChoose(person);
  };
  return (
    <div>
      <TypedChoiceFilter
        label={texts.person}
        all={null}
        value={String(chosen.id)}
        onChange={choose}
        choices={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        search={{
          hint: texts.hint,
          chosen: chosen.name,
          none: isSearching ? texts.searching : error ? texts.searchFailed : texts.noMatch,
          onTyped: setTyped,
        }}
      />
      {(total === undefined || total > SHOWN) && (
        <p className={classes['soft']}>{texts.more(SHOWN, total)}</p>
      )}
    </div>
  );
}
