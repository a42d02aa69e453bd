import { ITEM_CHOICES } from '@callpoint/contract/catalog';
import { OWN_SCOPE, type Scope } from '../../../list/scope.ts';
import { ChoiceFilter } from '../../../table/filters/list-filters.tsx';
import { SubscriberFilter } from '../../../table/filters/subscriber-filter.tsx';
import { TypedChoiceFilter } from '../../../table/filters/typed-choice-filter.tsx';
import { recordsTexts as texts } from '../../../texts/records.ts';
import type { RecordsState } from '../records.api.ts';
import { recordFilterTexts } from './record-filters.tsx';

type Filters = Omit<RecordsState['filters'], 'older' | 'newer' | 'start'>;
type Person = { id: number; name: string };

interface RecordsOnlyFiltersProps {
  scope: Scope;
  people: readonly Person[];
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** The filters that only the list of all records has: what, whose, and who. */
export function RecordsOnlyFilters({ scope, people, filters, onFilters }: RecordsOnlyFiltersProps) {
  const { item = '', team_id = '', app_user_id: chosen = '' } = filters;
  const choices = people.map(({ id, name }) => ({ value: String(id), label: name }));
  const isUnknown = chosen !== '' && !choices.some(({ value }) => value === chosen);
  if (isUnknown) choices.push({ value: chosen, label: texts.personNumber(chosen) });
  return (
    <>
      {choices.length > 0 && (
        <TypedChoiceFilter
          label={texts.person}
          all={texts.anyPerson}
          choices={choices}
          value={chosen}
          onChange={(app_user_id) => onFilters({ ...filters, app_user_id })}
        />
      )}
      <ChoiceFilter
        label={texts.item}
        all={texts.allItems}
        choices={ITEM_CHOICES}
        value={item}
        onChange={(value) => onFilters({ ...filters, item: value })}
      />
      {scope !== OWN_SCOPE && (
        <SubscriberFilter
          label={texts.account}
          value={team_id}
          onChange={(value) => onFilters({ ...filters, team_id: value, app_user_id: '' })}
        />
      )}
    </>
  );
}

/** The filters other than days, as text for a list without matches. */
export function recordsFilterTexts(filters: Filters, people: readonly Person[]): string[] {
  const { item, app_user_id: chosen, team_id } = filters;
  const person = people.find(({ id }) => String(id) === chosen);
  return [
    ...(item ? [texts.aboutItem(ITEM_CHOICES.find(({ value }) => value === item)?.label ?? item)] : []),
    ...(chosen ? [texts.byPerson(person?.name ?? chosen)] : []),
    ...(team_id ? [texts.ofAccount(team_id)] : []),
    ...recordFilterTexts(filters),
  ];
}
