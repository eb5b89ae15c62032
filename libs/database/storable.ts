import { REPLACEMENT } from '#text';

/** A parameter as it is sent: text, alone or in an array, loses its NUL characters, which `text` cannot hold. */
export function storable(parameter: unknown): unknown {
  if (typeof parameter === 'string')
    return parameter.includes('\0') ? parameter.replaceAll('\0', REPLACEMENT) : parameter;
  return Array.isArray(parameter) ? parameter.map(storable) : parameter;
}
