import type { Fill } from '#pack-kit';

/** The part of JSON Schema that is used to fill arguments. */
export interface ParameterSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  default?: unknown;
  maxLength?: number;
  description?: string;
  items?: ParameterSchema;
}

/** Converts a value to the type of the parameter; undefined if that is not possible. */
export function fitToSchema(value: unknown, schema: ParameterSchema): unknown {
  switch (schema.type) {
    case 'array':
      return Array.isArray(value) ? value : [value];
    case 'string':
      return fitToText(value, schema);
    case 'number':
    case 'integer': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
      return schema.type === 'integer' && !Number.isInteger(number) ? undefined : number;
    }
    default:
      return value;
  }
}

function fitToText(value: unknown, schema: ParameterSchema): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : undefined;
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && schema.maxLength !== undefined ? text.slice(0, schema.maxLength) : text;
}

/** Names of parameters that take the text of the message, in tools without codes. */
const FREE_TEXT = /query|question|text|message|prompt|search|description|summary|title|^q$/i;

/** A code for a parameter of a tool without codes, such as one of an MCP server. */
export function guessFill(name: string, schema: ParameterSchema, required: boolean): Fill | undefined {
  if (schema.enum) {
    return { from: 'enum', values: Object.fromEntries(schema.enum.map((value) => [String(value), []])) };
  }
  switch (schema.type) {
    case 'string':
      if (schema.format === 'date' || schema.format === 'date-time') return { from: 'datetime' };
      if (schema.format === 'uri' || schema.format === 'url' || /url/i.test(name)) return { from: 'url' };
      if (schema.format === 'email') return { from: 'email' };
      if (/^contact_?id$/i.test(name)) return { from: 'context', key: 'contactId' };
      if (!required) return undefined;
      return FREE_TEXT.test(name)
        ? { from: 'first', of: [{ from: 'quoted' }, { from: 'rest' }] }
        : { from: 'first', of: [{ from: 'quoted' }, { from: 'rule', read: nameBehindPreposition }] };
    default:
      return undefined;
  }
}

/** The subject of a phrase: "Paphos" in "the weather in Paphos". */
function nameBehindPreposition({ text }: { text: string }): string | undefined {
  return /\b(?:in|for|of|about|called|named|at)\s+((?:\p{Lu}[\p{L}\p{N}'-]*\s*)+)/u.exec(text)?.[1]?.trim();
}
