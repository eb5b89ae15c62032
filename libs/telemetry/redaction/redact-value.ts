import { isSecretName, REDACTED, redactText } from '#text';

/** Maximum depth of logged and stored values. Deeper values are hidden cycles or unreadable. */
const MAX_DEPTH = 16;
/** Maximum number of objects and lists. A value with more, such as a socket or a client, is truncated. */
const MAX_PARTS = 5_000;
/** Integers from this value may be card numbers. */
const SMALLEST_CARD_NUMBER = 1e12;

/**
 * Returns a copy of `value` without secrets: the values of secret names are replaced, and texts go through
 * {@link redactText}. Values that JSON cannot represent become placeholders (`[circular]`, `[12 bytes]`), so the copy can
 * always be stored. Never throws.
 *
 * @param maxParts maximum number of objects and lists; higher than the default if a complete result is needed.
 */
export function redact(value: unknown, maxParts = MAX_PARTS): unknown {
  return redactAt(value, 0, { above: new Set(), partsLeft: maxParts });
}

interface Walk {
  /** The ancestors of the current object. */
  above: Set<object>;
  partsLeft: number;
}

function redactAt(value: unknown, depth: number, walk: Walk): unknown {
  switch (typeof value) {
    case 'string':
      return redactText(value);
    case 'number':
      return redactNumber(value);
    case 'bigint':
      return redactText(value.toString());
    case 'object':
      return value === null ? null : redactObject(value, depth, walk);
    case 'function':
    case 'symbol':
      return undefined;
    default:
      return value;
  }
}

function redactNumber(value: number): number | string {
  if (value < SMALLEST_CARD_NUMBER || !Number.isInteger(value)) return value;
  return redactText(String(value)) === REDACTED ? REDACTED : value;
}

function redactObject(value: object, depth: number, walk: Walk): unknown {
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (walk.above.has(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (walk.partsLeft-- <= 0) return '[left out]';
  walk.above.add(value);
  try {
    return redactChildren(value, depth + 1, walk);
  } finally {
    walk.above.delete(value);
  }
}

function redactChildren(value: object, depth: number, walk: Walk): unknown {
  if (Array.isArray(value)) return value.map((item) => redactAt(item, depth, walk));
  if (value instanceof Set) return [...value].map((item) => redactAt(item, depth, walk));
  const entries = value instanceof Map ? [...value] : entriesOf(value);
  return Object.fromEntries(
    entries.map(([name, child]) => {
      const key = redactText(typeof name === 'object' ? '[object]' : String(name));
      return [key, isSecretName(key) && mayBeSecret(child) ? REDACTED : redactAt(child, depth, walk)];
    }),
  );
}

/** Booleans and null are kept: the presence of a password does not reveal it. */
function mayBeSecret(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'boolean';
}

function entriesOf(value: object): [string, unknown][] {
  const names = Object.keys(value);
  if (value instanceof Error) names.push('name', 'message', 'stack');
  return names.map((name) => [name, readSafely(value, name)]);
}

/** A getter may throw. */
function readSafely(value: object, name: string): unknown {
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    return '[unreadable]';
  }
}
