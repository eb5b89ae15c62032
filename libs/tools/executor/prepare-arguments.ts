import type { z } from 'zod';
import type { RegisteredTool } from '../registry.ts';
import { ToolError } from '../tool.errors.ts';

/** The part of a JSON Schema that preparation looks at. */
interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

export interface PreparedArguments {
  input: Record<string, unknown>;
  /** Arguments that the tool does not know and that were left out. */
  dropped: string[];
}

/**
 * Brings a model's arguments into the tool's schema: numbers and booleans written as text become what they mean, empty
 * text and null in optional fields count as absent, unknown properties are dropped and named. All else is the schema's.
 *
 * @throws ToolError VALIDATION_FAILED that names each field and what was expected, so that a model can mend its call.
 */
export function prepareArguments(
  registered: RegisteredTool,
  given: Record<string, unknown>,
): PreparedArguments {
  const dropped: string[] = [];
  const prepared = prepareObject(registered.parameters, given, '', dropped);
  const parsed = registered.tool.input.safeParse(prepared);
  if (!parsed.success) throw validationError(registered.tool.name, parsed.error);
  return { input: parsed.data, dropped };
}

function prepareObject(
  schema: Schema,
  given: Record<string, unknown>,
  path: string,
  dropped: string[],
): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const prepared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) dropped.push(`${path}${name}`);
    else if (!(isBlank(value) && !required.includes(name)))
      prepared[name] = prepare(property, value, `${path}${name}.`, dropped);
  }
  return prepared;
}

function prepare(schema: Schema, value: unknown, path: string, dropped: string[]): unknown {
  if (typeof value === 'string') return convert(schema, value);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((entry, index) => prepare(items, entry, `${path}${index}.`, dropped)) : value;
  }
  // A record has no named properties: all of them are its own.
  if (typeof value === 'object' && value !== null && schema.properties)
    return prepareObject(schema, { ...value }, path, dropped);
  return value;
}

const isBlank = (value: unknown) => value === null || value === undefined || value === '';

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function convert(schema: Schema, value: string): unknown {
  if (accepts(schema, 'string')) return value;
  const text = value.trim();
  if (accepts(schema, 'number', 'integer') && NUMBER.test(text)) return Number(text);
  if (accepts(schema, 'boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return value;
}

function accepts(schema: Schema, ...types: string[]): boolean {
  const own = [schema.type ?? []].flat();
  return (
    own.some((type) => types.includes(type)) ||
    (schema.anyOf ?? []).some((branch) => accepts(branch, ...types))
  );
}

function validationError(tool: string, error: z.ZodError): ToolError {
  const fields = error.issues.map((issue) => ({
    name: issue.path.join('.') || '(arguments)',
    problem: problemOf(issue),
  }));
  const sentence = fields.map((field) => `${field.name}: ${field.problem}`).join('; ');
  return new ToolError('VALIDATION_FAILED', `The arguments of ${tool} do not fit. ${sentence}.`, { fields });
}

/** Of a union zod only says that nothing fits; what would have fitted stands with its branches. */
function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue.message;
  return [...new Set(issue.errors.flatMap((branch) => branch.map((part) => part.message)))].join(', or ');
}
