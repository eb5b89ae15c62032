import { cutText } from '#contracts';
import { isObject, resolveReference, schemaOf, typesOf, type JsonSchema } from './json-schema.ts';
import type { DescribedTool } from './described-tool.ts';

/** Types nested deeper are `unknown`, because they do not help to write a call. */
const MAX_DEPTH = 6;
const MAX_ENUM_VALUES = 40;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** Descriptions are cut at this length. */
const MAX_COMMENT_CHARACTERS = 160;

export interface SignatureOptions {
  /** JSON Schema of the return value; `unknown` if absent, and `{…}` for an object of which nothing is said. */
  returns?: Record<string, unknown> | '{…}';
  /** True to include what is said of the tool, its parameters (with their defaults) and its result. */
  comments: boolean;
}

/**
 * Converts a tool to a signature in the form of its call: the type of its one object argument and the type that its promise
 * resolves to, in TypeScript. Constraints that TypeScript cannot express are omitted, because the arguments are validated
 * when the function is called. Spaces around types, the name of the argument and `Promise` are omitted, because they cost a
 * sixth of the tokens.
 */
export function toTypeScript(tool: DescribedTool, { returns: returned, comments }: SignatureOptions): string {
  const input = typeOf(tool.parameters, { ...ROOT_PLACE, root: tool.parameters, comments, lines: true });
  // The program only reads the result, so a listing without comments also omits the values of its texts to save tokens.
  const result =
    returned === '{…}'
      ? returned
      : typeOf(returned, { ...ROOT_PLACE, root: returned ?? {}, comments, enums: comments });
  const heading = comments ? `/** ${comment(tool.description)} */\n` : '';
  return `${heading}${tool.name}(${isBare(schemaOf(tool.parameters)) ? '' : input}):${result}`;
}

/** True if there are no arguments. Empty `properties` declare none, as in our own schemas; without them any are taken. */
function isBare(schema: JsonSchema): boolean {
  const { properties, additionalProperties = properties === undefined } = schema;
  if (additionalProperties !== false || Object.keys(properties ?? {}).length > 0) return false;
  return !['$ref', 'anyOf', 'oneOf', 'allOf', 'patternProperties'].some((keyword) => keyword in schema);
}

/** A JSON Schema as a TypeScript type on one line. */
export function toTypeText(schema: Record<string, unknown>): string {
  return typeOf(schema, { ...ROOT_PLACE, root: schema });
}

interface Place {
  root: JsonSchema;
  depth: number;
  comments: boolean;
  /** True to write each property on a line of its own. */
  lines: boolean;
  /** True to list the values of texts. */
  enums: boolean;
  /** References that are currently being inlined. */
  open: readonly string[];
}

const ROOT_PLACE = { depth: 0, comments: false, lines: false, enums: true, open: [] };

function typeOf(given: unknown, place: Place): string {
  const schema = schemaOf(given);
  if (place.depth > MAX_DEPTH) return 'unknown';
  if (typeof schema.$ref === 'string') return referenced(schema.$ref, place);
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema.enum) && schema.enum.length <= MAX_ENUM_VALUES)
    return !place.enums && schema.type === 'string' ? 'string' : union(schema.enum.map(literal));
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
  const deeper = { ...place, depth: place.depth + 1, lines: false };
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((part) => typeOf(part, deeper)).join(', ')}]`;
  const item = items === undefined ? 'unknown' : typeOf(items, deeper);
  return /^[\w$]+$|^\{[^|&]*\}$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

function objectType(schema: JsonSchema, place: Place): string {
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    const { additionalProperties: values } = schema;
    const deeper = { ...place, depth: place.depth + 1, lines: false };
    return isObject(values) ? `Record<string, ${typeOf(values, deeper)}>` : 'Record<string, unknown>';
  }
  const fields = properties.map(([name, part]) => {
    const key = IDENTIFIER.test(name) ? name : JSON.stringify(name);
    const type = typeOf(part, { ...place, depth: place.depth + 1, lines: false });
    const about = place.comments ? aboutOf(part) : '';
    return { field: `${key}${required.has(name) ? '' : '?'}:${type}`, about };
  });
  if (!place.comments || !place.lines)
    return `{${fields.map(({ field, about }) => (about ? `${field} /* ${about} */` : field)).join(', ')}}`;
  return `{\n${fields.map(({ field, about }) => `  ${field}${about && ` // ${about}`}`).join('\n')}\n}`;
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
  return distinct.includes('unknown') ? 'unknown' : distinct.join('|') || 'never';
}

/** Returns the description of a property and its default, for a comment. */
function aboutOf(part: JsonSchema): string {
  const { description = '', default: standard } = schemaOf(part);
  const value = standard === undefined ? '' : `default ${JSON.stringify(standard)}`;
  return [comment(String(description)), comment(value)].filter(Boolean).join('; ');
}

/** One line of a comment. Escapes the end of the comment, because descriptions may come from an untrusted server. */
function comment(text: string): string {
  const line = text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
  return cutText(line, MAX_COMMENT_CHARACTERS);
}
