import { BUTTON_IDS, BUTTON_LABELS, FORM_IDS, FORM_LABELS } from '@callpoint/contract/catalogue';
import { CHANNELS } from '@callpoint/contract/channels/channels';
import { MESSAGE_STATES } from '@callpoint/contract/deliveries';
import type { ListState } from '../../list/list-state.ts';
import { OWN_SCOPE, type Scope } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { DayFilters, NoDayMatches } from '../../table/day-filters.tsx';
import { ChoiceFilter, NumberFilter } from '../../table/list-filters.tsx';

export const DELIVERY_FILTERS = ['state', 'channel', 'about', 'team_id', 'from', 'to'] as const;
type Filters = ListState<string, (typeof DELIVERY_FILTERS)[number]>['filters'];

const STATES = MESSAGE_STATES.map((state) => ({ value: state, label: deliveryTexts.states[state] }));
const CHANNEL_CHOICES = CHANNELS.map((channel) => ({
  value: channel,
  label: deliveryTexts.channels[channel],
}));
const ITEMS = [
  ...BUTTON_IDS.map((id) => ({ value: `button-${id}`, label: BUTTON_LABELS[id] })),
  ...FORM_IDS.map((id) => ({ value: `form-${id}`, label: FORM_LABELS[id] })),
];

interface DeliveryFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** The filters of the delivery log. */
export function DeliveryFilters({ scope, filters, onFilters }: DeliveryFiltersProps & { scope: Scope }) {
  const set = (name: keyof Filters) => (value: string) => onFilters({ ...filters, [name]: value });
  return (
    <>
      <ChoiceFilter
        label={deliveryTexts.state}
        all={deliveryTexts.allStates}
        choices={STATES}
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
        choices={ITEMS}
        value={filters.about ?? ''}
        onChange={set('about')}
      />
      {scope !== OWN_SCOPE && (
        <NumberFilter label={deliveryTexts.account} value={filters.team_id ?? ''} onChange={set('team_id')} />
      )}
      <DayFilters filters={filters} onFilters={onFilters} />
    </>
  );
}

/** Shown instead of rows where no message matches the filters. */
export function NoDeliveryMatches({ filters, onFilters }: DeliveryFiltersProps) {
  const { state, channel, about, team_id } = filters;
  const others = [
    state && deliveryTexts.filterState(labelOf(STATES, state)),
    channel && deliveryTexts.filterChannel(labelOf(CHANNEL_CHOICES, channel)),
    about && deliveryTexts.filterAbout(labelOf(ITEMS, about)),
    team_id && deliveryTexts.filterAccount(team_id),
  ].filter((part): part is string => Boolean(part));
  return <NoDayMatches filters={filters} onFilters={onFilters} others={others} />;
}

function labelOf(choices: readonly { value: string; label: string }[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
