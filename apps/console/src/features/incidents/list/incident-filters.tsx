import { Button } from '@mantine/core';
import { BUTTON_IDS, BUTTON_LABELS } from '@callpoint/contract/catalog';
import type { ListState } from '../../../list/list-state.ts';
import { ChoiceButtons } from '../../../table/filters/choice-buttons.tsx';
import { NoDayMatches } from '../../../table/filters/day-filters.tsx';
import { ChoiceFilter, SearchFilter } from '../../../table/filters/list-filters.tsx';
import { SubscriberFilter } from '../../../table/filters/subscriber-filter.tsx';
import { tableTexts } from '../../../texts/table.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import type { IncidentFilter } from '../incidents.api.ts';

type Filters = ListState<string, IncidentFilter>['filters'];

const STATES = [
  { value: '', label: texts.stateChoices.open },
  { value: 'no', label: texts.stateChoices.closed },
  { value: 'all', label: texts.stateChoices.all },
];
const KINDS = [
  { value: 'no', label: texts.real },
  { value: 'yes', label: texts.drills },
];
const BUTTONS = BUTTON_IDS.map((id) => ({ value: String(id), label: BUTTON_LABELS[id] }));

interface IncidentFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** The filters of the list of incidents; `forAll`: for all subscribers. */
export function IncidentFilters({ forAll, filters, onFilters }: IncidentFiltersProps & { forAll: boolean }) {
  const set = (name: IncidentFilter) => (value: string) => onFilters({ ...filters, [name]: value });
  return (
    <>
      <SearchFilter
        label={tableTexts.search}
        hint={texts.searchHint}
        value={filters.search ?? ''}
        onChange={set('search')}
      />
      <ChoiceButtons
        label={texts.stateFilter}
        choices={STATES}
        value={filters.open ?? ''}
        onChange={set('open')}
      />
      <ChoiceFilter
        label={texts.kindFilter}
        all={texts.anyKind}
        choices={KINDS}
        value={filters.drill ?? ''}
        onChange={set('drill')}
      />
      <ChoiceFilter
        label={texts.button}
        all={texts.allButtons}
        choices={BUTTONS}
        value={filters.button_id ?? ''}
        onChange={set('button_id')}
      />
      {forAll && (
        <SubscriberFilter label={texts.subscriber} value={filters.team_id ?? ''} onChange={set('team_id')} />
      )}
    </>
  );
}

/** Shown instead of rows where no incident matches the filters. */
export function NoIncidentMatches({ filters, onFilters }: IncidentFiltersProps) {
  const { open, drill, button_id, team_id, search } = filters;
  const { filterTexts } = texts;
  const others = [
    open !== 'all' && filterTexts.open[open === 'no' ? 'no' : 'yes'],
    drill && filterTexts.drill[drill === 'yes' ? 'yes' : 'no'],
    button_id && filterTexts.button(BUTTONS.find(({ value }) => value === button_id)?.label ?? button_id),
    team_id && filterTexts.account(team_id),
    search && tableTexts.with(search),
  ].filter((part): part is string => Boolean(part));
  const includeClosed = (
    <Button variant="default" onClick={() => onFilters({ ...filters, open: 'all' })}>
      {texts.includeClosed}
    </Button>
  );
  return (
    <NoDayMatches
      filters={{}}
      onFilters={onFilters}
      others={others}
      // The list starts with the open ones: what is searched is often a closed one.
      action={open ? undefined : includeClosed}
    />
  );
}
