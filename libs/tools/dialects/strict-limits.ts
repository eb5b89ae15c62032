import { isObject } from './json-schema.ts';

/** Limits of one schema (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas). */
const MAX_PROPERTIES = 5_000;
const MAX_LEVELS = 10;
const MAX_ENUM_VALUES = 1_000;
const MAX_NAME_CHARACTERS = 120_000;
const MANY_ENUM_VALUES = 250;
const MAX_CHARACTERS_OF_MANY = 15_000;

/** Usage of the limits by a schema. */
interface Used {
  properties: number;
  levels: number;
  enumValues: number;
  characters: number;
  manyCharacters: number;
}

export function exceedsStrictLimits(schema: Record<string, unknown>): boolean {
  const used: Used = { properties: 0, levels: 0, enumValues: 0, characters: 0, manyCharacters: 0 };
  count(schema, 0, used);
  return (
    used.properties > MAX_PROPERTIES ||
    used.levels > MAX_LEVELS ||
    used.enumValues > MAX_ENUM_VALUES ||
    used.characters > MAX_NAME_CHARACTERS ||
    used.manyCharacters > MAX_CHARACTERS_OF_MANY
  );
}

function count(value: unknown, level: number, used: Used): void {
  if (Array.isArray(value)) {
    for (const part of value) count(part, level, used);
    return;
  }
  if (!isObject(value)) return;
  const nested = isObject(value.properties) ? level + 1 : level;
  used.levels = Math.max(used.levels, nested);
  for (const names of [value.properties, value.$defs]) {
    if (!isObject(names)) continue;
    used.characters += Object.keys(names).join('').length;
    if (names === value.properties) used.properties += Object.keys(names).length;
    for (const part of Object.values(names)) count(part, nested, used);
  }
  if (Array.isArray(value.enum)) {
    const characters = value.enum.filter((entry) => typeof entry === 'string').join('').length;
    used.enumValues += value.enum.length;
    used.characters += characters;
    if (value.enum.length > MANY_ENUM_VALUES) used.manyCharacters = Math.max(used.manyCharacters, characters);
  }
  for (const keyword of ['items', 'anyOf']) count(value[keyword], nested, used);
}
