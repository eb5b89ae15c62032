import type { SettingView } from '#contracts';
import { formatExact } from '../ui/format.ts';

/** A value of the setting as people read it: numbers grouped, anything else as it is stored. */
export function shownValue({ kind }: Pick<SettingView, 'kind'>, value: string): string {
  const isNumber = kind === 'whole_number' || kind === 'fraction';
  return isNumber && value.trim() !== '' && Number.isFinite(Number(value))
    ? formatExact(Number(value))
    : value;
}

/** What the setting may be set to; null where anything of its kind may. */
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
