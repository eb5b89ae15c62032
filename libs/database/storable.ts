import { REPLACEMENT } from '#text';

/**
 * Converts a parameter for sending: replaces the NUL characters of strings and of strings in arrays, which `text`
 * cannot store.
 */
export function storable(parameter: unknown): unknown {
  if (typeof parameter === 'string')
    return parameter.includes('\0') ? parameter.replaceAll('\0', REPLACEMENT) : parameter;
  return Array.isArray(parameter) ? parameter.map(storable) : parameter;
}
