import { Button, Select } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { countPacked } from '#contracts';
import classes from './filters.module.css';

interface FilterOption {
  value: string;
  label: string;
  /** Count shown behind the option. */
  count?: string;
}

interface FilterSelectProps {
  label: string;
  options: readonly (string | FilterOption)[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  searchable?: boolean;
}

export function FilterSelect({ label, options, value, onChange, searchable = false }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      className={classes.select}
      style={{ '--characters': label.length } as CSSProperties}
      allowDeselect
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

/** A filter set by a link, with a remove button. */
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
  /** Packed ids of the rows of the last action. */
  among: string | undefined;
  onRemove: () => void;
}

/** Marks a list that shows only the rows of the last action. */
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

/** Distinct names, sorted, including the chosen one even if no row has it. */
export function offered(names: readonly string[], chosen: string | undefined): string[] {
  return [...new Set(chosen ? [...names, chosen] : names)].sort();
}

const daysOption = (value: string) => ({ value, label: value === '1' ? 'Last day' : `Last ${value} days` });
const DAY_OPTIONS = ['1', '7', '14', '30', '90'].map(daysOption);

const DAYS = /^[1-9]\d*$/;

/** Options including the number of a link; an invalid number is not added. */
function offeredDays(value: string | undefined): typeof DAY_OPTIONS {
  if (value === undefined || !DAYS.test(value) || DAY_OPTIONS.some((option) => option.value === value))
    return DAY_OPTIONS;
  return [...DAY_OPTIONS, daysOption(value)];
}

interface DaysSelectProps {
  value: string | undefined;
  onChange: (days: string | undefined) => void;
  /** Default of the server. */
  standard?: string;
}

export function DaysSelect({ value, onChange, standard = '7' }: DaysSelectProps) {
  return (
    <Select
      aria-label="Time range"
      placeholder="Time range"
      className={classes.range}
      data={offeredDays(value)}
      value={value ?? standard}
      onChange={(days) => onChange(days === standard ? undefined : (days ?? undefined))}
    />
  );
}
