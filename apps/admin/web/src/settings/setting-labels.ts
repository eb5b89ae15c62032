import type { SettingView } from '#contracts';
import { formatExact } from '../ui/format.ts';

/** A stored value for display: numbers are grouped. */
export function shownValue({ kind }: Pick<SettingView, 'kind'>, value: string): string {
  const isNumber = kind === 'whole_number' || kind === 'fraction';
  return isNumber && value.trim() !== '' && Number.isFinite(Number(value))
    ? formatExact(Number(value))
    : value;
}

/** The allowed range of a setting; null if its kind has no limits. */
export function rangeOf({
  min,
  max,
  unit,
  choices,
}: Pick<SettingView, 'min' | 'max' | 'unit' | 'choices'>): string | null {
  if (choices) return choices.join(', ');
  if (min === null && max === null) return null;
  const end = (bound: number | null) => (bound === null ? '…' : formatExact(bound));
  return `${end(min)} to ${end(max)}${unit ? ` ${unit}` : ''}`;
}
