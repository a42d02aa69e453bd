import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './list-filters.module.css';

/** A pause in typing of so many milliseconds means: look for it. */
const PAUSE_MS = 300;

/** What narrows a list, in one row above it. */
export function ListFilters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search aria-label={label} className={classes['filters']}>
      {children}
    </search>
  );
}

interface FilterProps {
  label: string;
  /** As the address says it; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** Words to look for. Asked for at a pause in typing, and at once with Enter. */
export function SearchFilter({ label, value, onChange, hint }: FilterProps & { hint?: string }) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  // The address changed by itself: Back, or a cleared filter.
  if (value !== told) {
    setTold(value);
    setTyped(value);
  }
  const wanted = typed.trim();
  const ask = () => {
    if (wanted === value) return;
    setTold(wanted);
    onChange(wanted);
  };
  useEffect(() => {
    if (wanted === value) return;
    const timer = setTimeout(ask, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      type="search"
      className={classes['search'] ?? ''}
      label={label}
      placeholder={hint ?? ''}
      maxLength={100}
      autoComplete="off"
      leftSection={<IconSearch aria-hidden size={18} stroke={1.75} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && ask()}
    />
  );
}

interface ChoiceFilterProps extends FilterProps {
  /** What stands where nothing is chosen. */
  all: string;
  choices: readonly { value: string; label: string }[];
}

/** One of a few values, or all of them. */
export function ChoiceFilter({ label, value, onChange, all, choices }: ChoiceFilterProps) {
  return (
    <NativeSelect
      className={classes['choice'] ?? ''}
      label={label}
      value={value}
      data={[{ value: '', label: all }, ...choices]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
