import { Button, Select } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { countPacked } from '#contracts';
import classes from './filters.module.css';

interface FilterOption {
  value: string;
  label: string;
  /** Stands behind it while it is offered: how much has it. */
  count?: string;
}

interface FilterSelectProps {
  /** What it filters by; also what stands in it while nothing is chosen. */
  label: string;
  options: readonly (string | FilterOption)[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  searchable?: boolean;
}

/** One of several values, or all of them. */
export function FilterSelect({ label, options, value, onChange, searchable = false }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      className={classes.select}
      style={{ '--characters': label.length } as CSSProperties}
      clearable
      searchable={searchable}
      nothingFoundMessage={`No such ${label.toLowerCase()}`}
      data={[...options]}
      renderOption={options.some(isCounted) ? CountedOption : undefined}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

function isCounted(option: string | FilterOption): boolean {
  return typeof option !== 'string' && option.count !== undefined;
}

function CountedOption({ option, checked }: { option: FilterOption; checked?: boolean }) {
  return (
    <>
      <span className="truncate">{option.label}</span>
      {checked && <IconCheck size={12} aria-hidden />}
      <span className={classes.count}>{option.count}</span>
    </>
  );
}

/** A filter that a link set, to be taken away again. */
export function FilterChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button
      variant="light"
      rightSection={<IconX size={12} />}
      onClick={onRemove}
      aria-label={`${label}: remove this filter`}
    >
      {label}
    </Button>
  );
}

interface AmongChipProps {
  /** Of the rows that were just acted on. */
  among: string | undefined;
  onRemove: () => void;
}

/** Says that a list shows only what was just acted on. */
export function AmongChip({ among, onRemove }: AmongChipProps) {
  if (among === undefined) return null;
  return <FilterChip label={`${countPacked(among)} retried`} onRemove={onRemove} />;
}

export function ClearFilters({ shown, onClear }: { shown: boolean; onClear: () => void }) {
  if (!shown) return null;
  return (
    <Button variant="subtle" color="gray" onClick={onClear}>
      Clear
    </Button>
  );
}

/** Each name once, sorted; the chosen one is offered even when no row on screen has it. */
export function offered(names: readonly string[], chosen: string | undefined): string[] {
  return [...new Set(chosen ? [...names, chosen] : names)].sort();
}

export const DAY_OPTIONS = [
  { value: '1', label: 'Last day' },
  { value: '7', label: 'Last 7 days' },
  { value: '14', label: 'Last 14 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
];

const DAYS = /^[1-9]\d*$/;

/** A link may name any number of days; what is none is not offered. */
function offeredDays(value: string | undefined): typeof DAY_OPTIONS {
  if (value === undefined || !DAYS.test(value) || DAY_OPTIONS.some((option) => option.value === value))
    return DAY_OPTIONS;
  return [...DAY_OPTIONS, { value, label: `Last ${value} days` }];
}

interface DaysSelectProps {
  value: string | undefined;
  onChange: (days: string | undefined) => void;
  /** The server's own when nothing is chosen. */
  standard?: string;
}

/** Over how many days figures are taken. */
export function DaysSelect({ value, onChange, standard = '7' }: DaysSelectProps) {
  return (
    <Select
      aria-label="Time range"
      placeholder="Time range"
      className={classes.range}
      allowDeselect={false}
      data={offeredDays(value)}
      value={value ?? standard}
      onChange={(days) => onChange(days === standard ? undefined : (days ?? undefined))}
    />
  );
}
