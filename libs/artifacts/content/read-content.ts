import { z } from 'zod';
import { booleanIn, isRecord, jsonIn, type ArtifactKind, type ArtifactWrite } from '#pack-kit';
import { givenFiles } from './files-content.ts';

type Json = Record<string, unknown>;
type Shape = Record<string, z.ZodType>;

/** Words for a value that the writer does not know. */
const UNKNOWN = /^(?:|-+|\?+|n\/?a|none|null|unknown|tb[dc])$/i;

/**
 * The content of a write in the format of its kind, as far as it can be read: an object for a structured kind that was
 * given as JSON text, as its main list or inside a wrapper; Markdown for sections that were given as an object. Anything
 * else stays as it is, and the merge refuses it.
 */
export function givenContent(kind: ArtifactKind, { content, path }: ArtifactWrite): unknown {
  if (path !== undefined) return content;
  if (kind.format === 'markdown') return isRecord(content) ? (markdownOf(content) ?? content) : content;
  const shape = shapeOf(kind);
  let given = parsedJson(content);
  const [only, ...others] = isRecord(given) ? Object.entries(given) : [];
  const isWrapper = only && others.length === 0 && ['content', kind.kind].includes(only[0]);
  if (isWrapper && !Object.hasOwn(shape, only[0])) given = parsedJson(only[1]);
  const list = mainList(shape);
  const isOneFile = kind.format === 'files' && isRecord(given) && isFileOrFiles(given);
  if (list && (Array.isArray(given) || isOneFile)) given = { [list]: given };
  return isRecord(given) ? readContent(kind, given, 'kept') : given;
}

/**
 * Fits a content to the shape that the schema of its kind describes, so that a merge finds its parts: properties in any
 * spelling (`unit_price`, `interface` for `interfaces`), one item for a list, JSON as text, and whatever a `z.preprocess`
 * of the schema reads. It validates nothing; the schema refuses what it cannot read.
 *
 * @param nulls `kept` before a merge, where null removes a property; `dropped` after it, where it means "no value".
 */
export function readContent(kind: ArtifactKind, content: Json, nulls: 'kept' | 'dropped'): Json {
  const own = kind.schema ? read(kind.schema, content, nulls) : content;
  return (kind.format === 'files' ? read(givenFiles, own, nulls) : own) as Json;
}

function shapeOf({ schema, format }: ArtifactKind): Shape {
  const own = schema ? core(schema) : undefined;
  return {
    ...(own instanceof z.ZodObject && (own.shape as Shape)),
    ...(format === 'files' && (givenFiles.shape as Shape)),
  };
}

/** The only list that the schema requires. */
function mainList(shape: Shape): string | undefined {
  const required = Object.entries(shape).filter(([, property]) => !property.safeParse(undefined).success);
  return required.find(([, property]) => core(property) instanceof z.ZodArray)?.[0];
}

function read(schema: z.ZodType, value: unknown, nulls: 'kept' | 'dropped'): unknown {
  const inner = unwrapped(schema);
  if (value === null || value === undefined) return value;
  if (inner instanceof z.ZodPipe && hasParts(inner)) {
    const before = z.safeParse(inner.def.in, value);
    return read(inner.def.out as z.ZodType, before.success ? before.data : value, nulls);
  }
  if (inner instanceof z.ZodObject) return readObject(inner.shape as Shape, value, nulls);
  if (inner instanceof z.ZodArray) {
    const given = parsedJson(value);
    const item = inner.element as z.ZodType;
    return (Array.isArray(given) ? given : [given]).map((one) => read(item, one, nulls));
  }
  if (inner instanceof z.ZodBoolean && typeof value === 'string') return booleanIn(value) ?? value;
  if (inner instanceof z.ZodString && Array.isArray(value)) return value.map(inline).join('\n');
  const parsed = inner.safeParse(value);
  return parsed.success ? parsed.data : value;
}

function readObject(shape: Shape, value: unknown, nulls: 'kept' | 'dropped'): unknown {
  const given = parsedJson(value);
  if (!isRecord(given)) return given;
  const names = new Map(Object.keys(shape).map((name) => [folded(name), name]));
  const entries = Object.entries(given).flatMap(([written, found]): [string, unknown][] => {
    const meant = names.get(folded(written)) ?? written;
    const name = Object.hasOwn(shape, written) || Object.hasOwn(given, meant) ? written : meant;
    const property = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!property) return [[name, found]];
    const part = read(property, found, nulls);
    const isBlank = part === null || (typeof part === 'string' && UNKNOWN.test(part.trim()));
    if (!isBlank || property.safeParse(part).success || !property.safeParse(undefined).success)
      return [[name, part]];
    return nulls === 'kept' ? [[name, null]] : [];
  });
  return Object.fromEntries(entries);
}

const folded = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/s$/, '');

function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapper ? unwrapped(schema.def.innerType as z.ZodType) : schema;
}

/** The schema behind wrappers and preprocessors. */
function core(schema: z.ZodType): z.ZodType {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodPipe ? core(inner.def.out as z.ZodType) : inner;
}

const hasParts = (schema: z.ZodType) => {
  const inner = core(schema);
  return inner instanceof z.ZodObject || inner instanceof z.ZodArray;
};

/** The value of a text that is a JSON list or object; other values as they are. */
function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  // The schema refuses text that is not JSON with its own words.
  return jsonIn(value) ?? value;
}

/** True for a file in place of the list of files, and for texts by their paths. */
function isFileOrFiles(given: Json): boolean {
  if (typeof (given.content ?? given.code) === 'string') return true;
  return Object.entries(given).every(([name, text]) => /\.\w+$/.test(name) && typeof text === 'string');
}

/** Sections that were given as an object, as Markdown; a text in a wrapper as it is. Undefined if none has a text. */
function markdownOf(sections: Json): string | undefined {
  const entries = Object.entries(sections).filter(([, body]) => body !== null && body !== undefined);
  const [only, ...others] = entries;
  if (only && others.length === 0 && ['content', 'markdown', 'text'].includes(only[0]))
    return String(only[1]);
  if (!entries.some(([, body]) => typeof body === 'string' || typeof body === 'object')) return undefined;
  return entries
    .map(([name, body]) => {
      const heading = name
        .replaceAll(/[_-]+/g, ' ')
        .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase();
      const items = Array.isArray(body) ? body.map(inline) : isRecord(body) ? inlineFields(body) : [];
      const text = items.length > 0 ? items.map((item) => `- ${item}`).join('\n') : inline(body);
      return `## ${heading.charAt(0).toUpperCase()}${heading.slice(1)}\n\n${text}\n`;
    })
    .join('\n');
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return value.map(inline).join(', ');
  return isRecord(value) ? inlineFields(value).join('; ') : String(value);
}

const inlineFields = (fields: Json) =>
  Object.entries(fields).map(([name, part]) => `${name}: ${inline(part)}`);
