import type { SettingView } from '#contracts';
import { formatExact } from '../ui/format.ts';

/** Every org has one from when it was made; the server tells only whether it was changed since. */
const MADE_WITH_THE_ORG = 'ORG_TIMEZONE';

/** Who says what holds: as the server has it, or `made` for what the org was made with. */
export function sourceOf({
  name,
  source,
}: Pick<SettingView, 'name' | 'source'>): SettingView['source'] | 'made' {
  return name === MADE_WITH_THE_ORG && source !== 'org' ? 'made' : source;
}

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
