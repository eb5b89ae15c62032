import { ToolError, type ArrayKey } from '#pack-kit';

type Json = Record<string, unknown>;
type ArrayKeys = Readonly<Record<string, ArrayKey>>;

const DELETE = '_delete';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges `incoming` into `current`: objects by property, where `null` removes a property; arrays whose items have a key by
 * item. Other arrays and values are replaced.
 *
 * @throws ToolError VALIDATION_FAILED for two incoming items with the same key.
 */
export function mergeJson(current: Json, incoming: Json, arrayKeys: ArrayKeys): Json {
  return mergeObjects(current, incoming, '', arrayKeys);
}

/**
 * Adds missing properties, and items at the end of arrays. Existing values are unchanged.
 *
 * @throws ToolError CONFLICT with the keys of existing items.
 */
export function appendJson(current: Json, incoming: Json, arrayKeys: ArrayKeys): Json {
  return appendObjects(current, incoming, '', arrayKeys);
}

/** The content of a first version, in which items without a key get one. */
export function withKeys(content: Json, arrayKeys: ArrayKeys): Json {
  return mergeObjects(undefined, content, '', arrayKeys);
}

const within = (place: string, name: string) => (place === '' ? name : `${place}.${name}`);

/** @param current undefined for a new object, whose null properties are kept for validation by the schema. */
function mergeObjects(current: Json | undefined, incoming: Json, place: string, arrayKeys: ArrayKeys): Json {
  const merged = new Map(Object.entries(current ?? {}));
  for (const [name, value] of Object.entries(incoming)) {
    const inner = within(place, name);
    const before = merged.get(name);
    if (value === null && current) merged.delete(name);
    else if (Array.isArray(value) && arrayKeys[inner])
      merged.set(name, mergeArrays(Array.isArray(before) ? before : [], value, inner, arrayKeys));
    else if (isObject(value))
      merged.set(name, mergeObjects(isObject(before) ? before : undefined, value, inner, arrayKeys));
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

function mergeArrays(
  current: unknown[],
  incoming: unknown[],
  place: string,
  arrayKeys: ArrayKeys,
): unknown[] {
  const rule = arrayKeys[place];
  if (!rule) return incoming;
  const items = current.filter(isObject);
  const given = keyed(items, incoming, place, rule);
  refuseTwins(given, place, rule);
  const byKey = new Map(given.map((item) => [item[rule.key], item]));
  const kept = items.flatMap((item) => {
    const change = byKey.get(item[rule.key]);
    byKey.delete(item[rule.key]);
    if (!change) return [item];
    return change[DELETE] === true ? [] : [mergeObjects(item, change, place, arrayKeys)];
  });
  const added = [...byKey.values()].filter((item) => item[DELETE] !== true);
  return [...kept, ...added.map((item) => mergeObjects(undefined, item, place, arrayKeys))];
}

function appendObjects(current: Json, incoming: Json, place: string, arrayKeys: ArrayKeys): Json {
  const result = new Map(Object.entries(current));
  for (const [name, value] of Object.entries(incoming)) {
    const inner = within(place, name);
    const before = result.get(name);
    if (Array.isArray(value) && (Array.isArray(before) || before === undefined))
      result.set(name, appendArrays(before ?? [], value, inner, arrayKeys));
    else if (isObject(value) && isObject(before))
      result.set(name, appendObjects(before, value, inner, arrayKeys));
    else if (before === undefined || before === null) result.set(name, value);
  }
  return Object.fromEntries(result);
}

function appendArrays(
  current: unknown[],
  incoming: unknown[],
  place: string,
  arrayKeys: ArrayKeys,
): unknown[] {
  const rule = arrayKeys[place];
  if (!rule) return [...current, ...incoming];
  const given = keyed([], incoming, place, { ...rule, alsoBy: undefined }, current.filter(isObject));
  refuseTwins(given, place, rule);
  const known = new Set(current.filter(isObject).map((item) => item[rule.key]));
  const clashing = given.map((item) => item[rule.key]).filter((key) => known.has(key));
  if (clashing.length > 0)
    throw new ToolError(
      'CONFLICT',
      `${place} has ${clashing.map(String).join(', ')} already; use merge to change them.`,
      { keys: clashing },
    );
  return [...current, ...given];
}

/** Gives each incoming item a key: its own, that of the existing item with the same name, or a new one. */
function keyed(
  items: Json[],
  incoming: unknown[],
  place: string,
  rule: ArrayKey,
  neighbours = items,
): Json[] {
  const taken = new Set(
    [...neighbours, ...incoming.filter(isObject)].flatMap((item) => keyIn(item, rule) ?? []),
  );
  return incoming.map((item, index) => {
    if (!isObject(item))
      throw new ToolError('VALIDATION_FAILED', `${place}.${index} has to be an object.`, {
        fields: [{ name: `${place}.${index}`, problem: 'expected an object' }],
      });
    if (keyIn(item, rule) !== undefined) return item;
    const meant =
      rule.alsoBy === undefined ? undefined : items.find((known) => sameBy(rule.alsoBy ?? '', known, item));
    const key = meant?.[rule.key] ?? rule.make?.(item, new Set([...taken].map(String)));
    if (key === undefined) return item;
    taken.add(String(key));
    return { ...item, [rule.key]: key };
  });
}

function keyIn(item: Json, { key }: ArrayKey): string | undefined {
  const value = item[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function sameBy(property: string, known: Json, item: Json): boolean {
  const [left, right] = [known[property], item[property]];
  return typeof left === 'string' && typeof right === 'string' && left.toLowerCase() === right.toLowerCase();
}

function refuseTwins(items: Json[], place: string, rule: ArrayKey): void {
  const keys = items.map((item) => item[rule.key]).filter((key) => key !== undefined);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice === undefined) return;
  throw new ToolError('VALIDATION_FAILED', `${place} has two items with the ${rule.key} ${String(twice)}.`, {
    fields: [{ name: place, problem: `two items have the ${rule.key} ${String(twice)}` }],
  });
}
