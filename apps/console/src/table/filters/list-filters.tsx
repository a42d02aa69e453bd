import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import {
  Children,
  useDeferredValue,
  useEffect,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { isMinute } from '../../list/days.ts';
import { useIsLoadingPage } from '../../links/location.ts';
import { tableTexts } from '../../texts/table.ts';
import classes from './list-filters.module.css';
import { useIsNarrow } from '../use-narrow.ts';

/** Text is searched after this many milliseconds without typing. */
const PAUSE_MS = 300;

/** Below this many CSS pixels of width, only the search is shown until someone asks for the other filters. */
const COLLAPSED_BELOW = 700;

/** The filters of a list, in rows above it. On a narrow screen those after the search are behind a button. */
export function ListFilters({ label, children }: { label: string; children: ReactNode }) {
  const [ref, isNarrow] = useIsNarrow(COLLAPSED_BELOW);
  const [isOpen, setOpen] = useState(false);
  const hasMore = Children.count(children) > 1;
  return (
    <div ref={ref}>
      <search
        aria-label={label}
        className={classes['filters']}
        data-collapsed={(isNarrow && !isOpen) || undefined}
      >
        {children}
        {isNarrow && hasMore && (
          <Button
            variant="default"
            className={classes['toggle'] ?? ''}
            leftSection={<IconFilter aria-hidden size={18} />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {tableTexts.filters}
          </Button>
        )}
      </search>
    </div>
  );
}

interface FilterProps {
  label: string;
  /** As in the address; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** Typed text. It is searched after a pause in typing, and immediately with Enter. */
function useTyped({ value, onChange }: Pick<FilterProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [searched, setSearched] = useState<string | null>(null);
  if (value !== seen) {
    setSeen(value);
    // The searched text has arrived, and the person may have continued typing. Anything else: Back, or a cleared filter.
    if (value === searched) setSearched(null);
    else setTyped(value);
  }
  const wanted = typed.trim();
  const search = () => {
    if (wanted === value) return;
    setSearched(wanted);
    onChange(wanted);
  };
  // A search would cancel the step to the page whose link was clicked.
  const isLeaving = useIsLoadingPage();
  useEffect(() => {
    if (wanted === value || isLeaving) return;
    const timer = setTimeout(search, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return {
    autoComplete: 'off',
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && search(),
  };
}

/** A text to search for. */
export function SearchFilter({ label, hint, ...filter }: FilterProps & { hint?: string }) {
  return (
    <TextInput
      type="search"
      className={classes['search'] ?? ''}
      aria-label={label}
      placeholder={hint ?? label}
      maxLength={100}
      leftSection={<IconSearch aria-hidden size={18} />}
      {...useTyped(filter)}
    />
  );
}

/** An integer from 1. */
export function NumberFilter({ label, ...filter }: FilterProps) {
  const isNumber = (value: string) => /^([1-9]\d{0,8})?$/.test(value);
  const typed = useTyped({ ...filter, onChange: (value) => isNumber(value) && filter.onChange(value) });
  return (
    <TextInput
      inputMode="numeric"
      error={!isNumber(typed.value.trim()) && tableTexts.enterNumber}
      className={`${classes['day']} ${classes['number']}`}
      label={label}
      {...typed}
    />
  );
}

/** A day, like 2026-11-21; a minute, like 2026-11-21T17:03, if the address has one. */
export function DayFilter({ label, value, onChange }: FilterProps) {
  // An empty field of another type looks almost the same, and browsers draw it much faster: the rows are painted before.
  // Until then nobody can type into it.
  const empty = useDeferredValue('date', 'text');
  const type = value ? (isMinute(value) ? 'datetime-local' : 'date') : empty;
  return (
    <TextInput
      type={type}
      readOnly={type === 'text'}
      className={`${classes['day']} ${isMinute(value) ? classes['minute'] : ''}`}
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The first and the last day stay next to each other. */
export function Period({ children }: { children: ReactNode }) {
  return <div className={classes['filters']}>{children}</div>;
}

interface ChoiceFilterProps extends FilterProps {
  /** The label of no choice. */
  all: string;
  choices: readonly { value: string; label: string }[];
}

/** One of a few values, or all of them. The label stays visible next to the chosen value. */
export function ChoiceFilter({ label, value, onChange, all, choices }: ChoiceFilterProps) {
  return (
    <NativeSelect
      className={classes['choice'] ?? ''}
      aria-label={label}
      value={value}
      data={[
        { value: '', label: tableTexts.noChoice(label, all) },
        ...choices.map((choice) =>
          choice.value === value ? { value, label: tableTexts.choice(label, choice.label) } : choice,
        ),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Shown at the end of the row: the actions for the list. */
export function ListTools({ children }: { children: ReactNode }) {
  return <div className={classes['tools']}>{children}</div>;
}
