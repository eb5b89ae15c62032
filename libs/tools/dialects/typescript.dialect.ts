import { isObject, resolveReference, schemaOf, typesOf, type JsonSchema } from './json-schema.ts';
import type { DescribedTool } from './described-tool.ts';

/** Types nested deeper are `unknown`, because they do not help to write a call. */
const MAX_DEPTH = 6;
const MAX_ENUM_VALUES = 40;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** Comments contain the first sentence of a description, cut at this length. */
const MAX_COMMENT_CHARACTERS = 160;

export interface SignatureOptions {
  /** JSON Schema of the return value; `any` if absent. */
  returns?: Record<string, unknown>;
  /** True to include the descriptions of the tool and its parameters. */
  comments: boolean;
}

/**
 * Converts a tool to the TypeScript signature of an async function with one object argument. Constraints that TypeScript
 * cannot express are omitted, because the arguments are validated when the function is called.
 */
export function toTypeScript(tool: DescribedTool, { returns: returned, comments }: SignatureOptions): string {
  const input = typeOf(tool.parameters, { root: tool.parameters, depth: 0, comments, open: [] });
  const result = returned ? typeOf(returned, { root: returned, depth: 0, comments: false, open: [] }) : 'any';
  const heading = comments ? `/** ${comment(tool.description)} */\n` : '';
  const isBare = Object.keys(schemaOf(tool.parameters).properties ?? {}).length === 0;
  return `${heading}function ${tool.name}(input${isBare ? '?' : ''}: ${input}): Promise<${result}>;`;
}

interface Place {
  root: JsonSchema;
  depth: number;
  comments: boolean;
  /** References that are currently being inlined. */
  open: readonly string[];
}

function typeOf(given: unknown, place: Place): string {
  const schema = schemaOf(given);
  if (place.depth > MAX_DEPTH) return 'unknown';
  if (typeof schema.$ref === 'string') return referenced(schema.$ref, place);
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema.enum) && schema.enum.length <= MAX_ENUM_VALUES)
    return union(schema.enum.map(literal));
  for (const parts of [schema.anyOf, schema.oneOf])
    if (Array.isArray(parts)) return union(parts.map((part) => typeOf(part, place)));
  if (Array.isArray(schema.allOf) && schema.allOf.length > 0 && !schema.properties)
    return [...new Set(schema.allOf.map((part) => typeOf(part, place)))].join(' & ');
  const types = typesOf(schema);
  if (types.length === 0) return schema.properties ? objectType(schema, place) : 'unknown';
  return union(types.map((type) => namedType(type, schema, place)));
}

function namedType(type: string, schema: JsonSchema, place: Place): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return arrayType(schema, place);
    case 'object':
      return objectType(schema, place);
    default:
      return 'unknown';
  }
}

function arrayType({ items, prefixItems }: JsonSchema, place: Place): string {
  const deeper = { ...place, depth: place.depth + 1, comments: false };
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((part) => typeOf(part, deeper)).join(', ')}]`;
  const item = items === undefined ? 'unknown' : typeOf(items, deeper);
  return /^[\w$]+$|^\{[^|&]*\}$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

function objectType(schema: JsonSchema, place: Place): string {
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    const { additionalProperties: values } = schema;
    const deeper = { ...place, depth: place.depth + 1, comments: false };
    return isObject(values) ? `Record<string, ${typeOf(values, deeper)}>` : 'Record<string, unknown>';
  }
  const own = place.comments && place.depth === 0;
  const fields = properties.map(([name, part]) => {
    const key = IDENTIFIER.test(name) ? name : JSON.stringify(name);
    const type = typeOf(part, { ...place, depth: place.depth + 1, comments: false });
    const about = own && typeof part.description === 'string' ? ` // ${comment(part.description)}` : '';
    return { field: `${key}${required.has(name) ? '' : '?'}: ${type}`, about };
  });
  if (!own) return `{ ${fields.map(({ field }) => field).join('; ')} }`;
  return `{\n${fields.map(({ field, about }) => `  ${field};${about}`).join('\n')}\n}`;
}

function referenced(reference: string, place: Place): string {
  const target = resolveReference(place.root, reference);
  if (!target || place.open.includes(reference)) return 'unknown';
  return typeOf(target, { ...place, depth: place.depth + 1, open: [...place.open, reference] });
}

function literal(value: unknown): string {
  return isObject(value) || Array.isArray(value) ? 'unknown' : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ') || 'never';
}

/** One line of a comment. Escapes the end of the comment, because descriptions may come from an untrusted server. */
function comment(text: string): string {
  const line = text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim();
  const [, sentence = line] = /^(.{20,}?)[.;](?=\s|$)/.exec(line) ?? [];
  return sentence.length > MAX_COMMENT_CHARACTERS
    ? `${sentence.slice(0, MAX_COMMENT_CHARACTERS).trimEnd()}…`
    : sentence;
}
