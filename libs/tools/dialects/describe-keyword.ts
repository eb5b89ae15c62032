import { cutText } from '#contracts';
import { isObject, typesOf, type JsonSchema } from './json-schema.ts';

/** Longer values are cut to keep descriptions readable. */
const MAX_VALUE_CHARACTERS = 1_000;

const WORDS: Record<string, (value: unknown) => string> = {
  minLength: (value) => (value === 1 ? 'Not empty.' : `At least ${text(value)} characters.`),
  maxLength: (value) => `At most ${text(value)} characters.`,
  minimum: (value) => `At least ${text(value)}.`,
  maximum: (value) => `At most ${text(value)}.`,
  exclusiveMinimum: (value) => `More than ${text(value)}.`,
  exclusiveMaximum: (value) => `Less than ${text(value)}.`,
  multipleOf: (value) => `A multiple of ${text(value)}.`,
  minItems: (value) => `At least ${text(value)} items.`,
  maxItems: (value) => `At most ${text(value)} items.`,
  uniqueItems: (value) => (value === true ? 'No item twice.' : ''),
  minProperties: (value) => `At least ${text(value)} fields.`,
  maxProperties: (value) => `At most ${text(value)} fields.`,
  pattern: (value) => `Must match the regular expression ${plain(value)}.`,
  format: (value) => `Format: ${plain(value)}.`,
  default: (value) =>
    `Default: ${typeof value === 'string' && /^[\w-]+$/.test(value) ? value : text(value)}.`,
  const: (value) => `Always ${text(value)}.`,
  enum: (value) => `One of: ${(Array.isArray(value) ? value : []).map(text).join(', ')}.`,
  examples: (value) => `Examples: ${(Array.isArray(value) ? value : []).map(text).join(', ')}.`,
  title: (value) => `${plain(value)}.`,
  additionalProperties: (value) => `Values of further fields: ${summary(value)}.`,
  propertyNames: (value) => `Names of fields: ${summary(value)}.`,
  prefixItems: (value) =>
    `The items in their order: ${(Array.isArray(value) ? value : []).map(summary).join('; ')}.`,
  patternProperties: (value) =>
    `Values by the name of their field: ${Object.entries(isObject(value) ? value : {})
      .map(([pattern, schema]) => `${pattern} → ${summary(schema)}`)
      .join('; ')}.`,
  not: (value) => `Not ${summary(value)}.`,
};

/** Describes the constraint of a keyword in words. Empty if it constrains nothing. */
export function describeKeyword(keyword: string, value: unknown): string {
  const words = WORDS[keyword];
  return words ? words(value) : `${keyword}: ${text(value)}.`;
}

/** `description` with one more sentence. */
export function withSentence(description: string | undefined, sentence: string): string | undefined {
  if (sentence === '') return description;
  if (!description) return sentence;
  return `${description}${/[.!?؟]$/.test(description) ? '' : '.'} ${sentence}`;
}

/** A short description of a nested schema. */
function summary(schema: unknown): string {
  if (!isObject(schema)) return schema === false ? 'nothing' : 'anything';
  const types = typesOf(schema as JsonSchema).join(' or ');
  const keywords = Object.keys(schema).filter((name) => name !== 'type' && name !== 'description');
  const { description } = schema;
  const note = typeof description === 'string' ? ` (${description})` : '';
  return keywords.length === 0 ? `${types || 'anything'}${note}` : text(schema);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? cutText(value, MAX_VALUE_CHARACTERS) : text(value);
}

function text(value: unknown): string {
  return cutText(JSON.stringify(value) ?? 'nothing', MAX_VALUE_CHARACTERS);
}
