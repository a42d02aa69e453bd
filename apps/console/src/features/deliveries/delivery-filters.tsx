import { ITEM_CHOICES } from '@callpoint/contract/catalog';
import { CHANNELS } from '@callpoint/contract/channels/channels';
import { MESSAGE_STATES } from '@callpoint/contract/deliveries';
import type { ListState } from '../../list/list-state.ts';
import { OWN_SCOPE, type Scope } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { DayFilters, NoDayMatches } from '../../table/filters/day-filters.tsx';
import { tableTexts } from '../../texts/table.ts';
import { ChoiceButtons } from '../../table/filters/choice-buttons.tsx';
import { ChoiceFilter, SearchFilter } from '../../table/filters/list-filters.tsx';
import { SubscriberFilter } from '../../table/filters/subscriber-filter.tsx';

export const DELIVERY_FILTERS = ['search', 'state', 'channel', 'about', 'team_id', 'from', 'to'] as const;
type Filters = ListState<string, (typeof DELIVERY_FILTERS)[number]>['filters'];

const STATES = MESSAGE_STATES.map((state) => ({ value: state, label: deliveryTexts.states[state] }));
const STATE_BUTTONS = [{ value: '', label: deliveryTexts.allStates }, ...STATES];
const CHANNEL_CHOICES = CHANNELS.map((channel) => ({
  value: channel,
  label: deliveryTexts.channels[channel],
}));

interface DeliveryFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** The filters of the delivery log. */
export function DeliveryFilters({ scope, filters, onFilters }: DeliveryFiltersProps & { scope: Scope }) {
  const set = (name: keyof Filters) => (value: string) => onFilters({ ...filters, [name]: value });
  return (
    <>
      <SearchFilter
        label={tableTexts.search}
        hint={deliveryTexts.searchHint}
        value={filters.search ?? ''}
        onChange={set('search')}
      />
      <ChoiceButtons
        label={deliveryTexts.state}
        choices={STATE_BUTTONS}
        value={filters.state ?? ''}
        onChange={set('state')}
      />
      <ChoiceFilter
        label={deliveryTexts.channel}
        all={deliveryTexts.allChannels}
        choices={CHANNEL_CHOICES}
        value={filters.channel ?? ''}
        onChange={set('channel')}
      />
      <ChoiceFilter
        label={deliveryTexts.about}
        all={deliveryTexts.allItems}
        choices={ITEM_CHOICES}
        value={filters.about ?? ''}
        onChange={set('about')}
      />
      {scope !== OWN_SCOPE && (
        <SubscriberFilter
          label={deliveryTexts.subscriber}
          value={filters.team_id ?? ''}
          onChange={set('team_id')}
        />
      )}
      <DayFilters filters={filters} onFilters={onFilters} />
    </>
  );
}

/** Shown instead of rows where no message matches the filters. */
export function NoDeliveryMatches({ filters, onFilters }: DeliveryFiltersProps) {
  const { search, state, channel, about, team_id } = filters;
  const others = [
    search && tableTexts.with(search),
    state && deliveryTexts.filterState(labelOf(STATES, state)),
    ...CHANNELS.filter((known) => known === channel).map((known) => deliveryTexts.filterChannel[known]),
    about && deliveryTexts.filterAbout(labelOf(ITEM_CHOICES, about)),
    team_id && deliveryTexts.filterAccount(team_id),
  ].filter((part): part is string => Boolean(part));
  return <NoDayMatches filters={filters} onFilters={onFilters} others={others} rows="messages" />;
}

function labelOf(choices: readonly { value: string; label: string }[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
