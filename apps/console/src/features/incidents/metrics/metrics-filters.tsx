import { BUTTON_IDS, BUTTON_LABELS, isButtonId, type ButtonId } from '@callpoint/contract/catalog';
import { ChoiceButtons } from '../../../table/filters/choice-buttons.tsx';
import { ChoiceFilter } from '../../../table/filters/list-filters.tsx';
import { responseTimeTexts as texts } from '../../../texts/response-times.ts';
import classes from './metrics.module.css';

const PERIODS = ['3', '6', '12'];
const DEFAULT_PERIOD = '6';
const BUTTONS = BUTTON_IDS.map((id) => ({ value: String(id), label: BUTTON_LABELS[id] }));

const KINDS = [
  { value: '', label: texts.real },
  { value: 'yes', label: texts.drills },
];

type Filters = Partial<Record<'months' | 'button_id' | 'drill', string>>;

/** The chosen number of months; the address may contain anything. */
export function readMonths(value: string | undefined): number {
  return Number(PERIODS.includes(value ?? '') ? value : DEFAULT_PERIOD);
}

/** The chosen button; null: all. */
export function readButton(value: string | undefined): ButtonId | null {
  return isButtonId(Number(value)) ? (Number(value) as ButtonId) : null;
}

interface MetricsFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** The period, real incidents or drills, and the button. */
export function MetricsFilters({ filters, onFilters }: MetricsFiltersProps) {
  return (
    <search aria-label={texts.filters} className={classes['filters']}>
      <ChoiceButtons
        label={texts.period}
        choices={PERIODS.map((value) => ({ value, label: texts.months(Number(value)) }))}
        value={String(readMonths(filters.months))}
        onChange={(months) => onFilters({ ...filters, months })}
      />
      <ChoiceButtons
        label={texts.kind}
        choices={KINDS}
        value={filters.drill === 'yes' ? 'yes' : ''}
        onChange={(drill) => onFilters({ ...filters, drill })}
      />
      <ChoiceFilter
        label={texts.button}
        all={texts.allButtons}
        choices={BUTTONS}
        value={String(readButton(filters.button_id) ?? '')}
        onChange={(button_id) => onFilters({ ...filters, button_id })}
      />
    </search>
  );
}
