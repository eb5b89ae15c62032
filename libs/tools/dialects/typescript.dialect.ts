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
  /** JSON Schema of the return value; `unknown` if absent. */
  returns?: Record<string, unknown>;
  /** True to include what is said of the tool, its parameters (with their defaults) and its result. */
  comments: boolean;
  /** True to name only the fields of the result, not those of objects in it. */
  outline?: boolean;
}

/**
 * Converts a tool to the TypeScript signature of an async function with one object argument. Constraints that TypeScript
 * cannot express are omitted, because the arguments are validated when the function is called. Spaces around types are
 * omitted, because they cost a seventh of the tokens.
 */
export function toTypeScript(
  tool: DescribedTool,
  { returns: returned, comments, outline = false }: SignatureOptions,
): string {
  const input = typeOf(tool.parameters, {
    root: tool.parameters,
    depth: 0,
    comments,
    lines: true,
    enums: true,
    open: [],
  });
  // Values that a program only reads are worth their tokens where comments are.
  const ofResult = {
    root: returned ?? {},
    depth: 0,
    comments,
    lines: false,
    enums: comments,
    outline,
    open: [],
  };
  const result = typeOf(returned, ofResult);
  const heading = comments ? `/** ${comment(tool.description)} */\n` : '';
  const isBare = Object.keys(schemaOf(tool.parameters).properties ?? {}).length === 0;
  return `${heading}function ${tool.name}(input${isBare ? '?' : ''}:${input}):Promise<${result}>;`;
}

/** A JSON Schema as a TypeScript type on one line. */
export function toTypeText(schema: Record<string, unknown>): string {
  return typeOf(schema, { root: schema, depth: 0, comments: false, lines: false, enums: true, open: [] });
}

interface Place {
  root: JsonSchema;
  depth: number;
  comments: boolean;
  /** True to write each property on a line of its own. */
  lines: boolean;
  /** True to list the values of texts. */
  enums: boolean;
  /** True to leave out the fields of nested objects. */
  outline?: boolean;
  /** References that are currently being inlined. */
  open: readonly string[];
}

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
  if (place.outline && place.depth > 0) return 'object';
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
    return `{${fields.map(({ field, about }) => (about ? `${field} /* ${about} */` : field)).join('; ')}}`;
  return `{\n${fields.map(({ field, about }) => `  ${field};${about && ` // ${about}`}`).join('\n')}\n}`;
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
