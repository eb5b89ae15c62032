import type { Like } from '#pack-kit';

/** The differences between `value` and `wanted`, in words, each with its path; empty if there are none. */
export function differences(wanted: Like, value: unknown, path = 'it'): string[] {
  if (typeof wanted === 'function')
    return (wanted as (value: unknown) => boolean)(value) ? [] : [`${path} is ${shown(value)}`];
  if (wanted instanceof RegExp)
    return typeof value === 'string' && wanted.test(value)
      ? []
      : [`${path} is ${shown(value)}, expected ${wanted}`];
  if (Array.isArray(wanted)) return differentEntries(wanted as readonly Like[], value, path);
  if (typeof wanted === 'object' && wanted !== null)
    return differentFields(wanted as { readonly [field: string]: Like }, value, path);
  const same = value === wanted || (typeof wanted === 'number' && isNumberText(value, wanted));
  return same ? [] : [`${path} is ${shown(value)}, expected ${shown(wanted)}`];
}

function differentEntries(wanted: readonly Like[], value: unknown, path: string): string[] {
  if (!Array.isArray(value)) return [`${path} is ${shown(value)}, expected a list`];
  if (value.length !== wanted.length)
    return [`${path} has ${value.length} entries, expected ${wanted.length}: ${shown(value)}`];
  return wanted.flatMap((entry, at) => differences(entry, value[at], `${path}[${at}]`));
}

function differentFields(wanted: Record<string, Like>, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} is ${shown(value)}, expected an object`];
  const fields = value as Record<string, unknown>;
  return Object.entries(wanted).flatMap(([name, entry]) =>
    differences(entry, fields[name], `${path}.${name}`),
  );
}

function isNumberText(value: unknown, wanted: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && Number(value) === wanted;
}

const MAX_SHOWN_CHARACTERS = 300;

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}
