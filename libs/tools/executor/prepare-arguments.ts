import type { z } from 'zod';
import type { RegisteredTool } from '../registry.ts';
import { ToolError } from '../tool.errors.ts';

interface PropertySchema {
  type?: string | string[];
  anyOf?: PropertySchema[];
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
export function prepareArguments(registered: RegisteredTool, given: Record<string, unknown>): PreparedArguments {
  const properties = (registered.parameters.properties ?? {}) as Record<string, PropertySchema>;
  const required = new Set((registered.parameters.required ?? []) as string[]);
  const prepared: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) dropped.push(name);
    else if (!(isBlank(value) && !required.has(name))) prepared[name] = convert(property, value);
  }
  const parsed = registered.tool.input.safeParse(prepared);
  if (!parsed.success) throw validationError(registered.tool.name, parsed.error);
  return { input: parsed.data, dropped };
}

const isBlank = (value: unknown) => value === null || value === undefined || value === '';

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function convert(property: PropertySchema, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (accepts(property, 'number', 'integer') && !accepts(property, 'string') && NUMBER.test(text)) return Number(text);
  if (accepts(property, 'boolean') && !accepts(property, 'string') && /^(true|false)$/i.test(text)) {
    return text.toLowerCase() === 'true';
  }
  return value;
}

function accepts(property: PropertySchema, ...types: string[]): boolean {
  const own = Array.isArray(property.type) ? property.type : property.type ? [property.type] : [];
  return own.some((type) => types.includes(type)) || (property.anyOf ?? []).some((branch) => accepts(branch, ...types));
}

function validationError(tool: string, error: z.ZodError): ToolError {
  const fields = error.issues.map((issue) => ({ name: issue.path.join('.') || '(arguments)', problem: issue.message }));
  const sentence = fields.map((field) => `${field.name}: ${field.problem}`).join('; ');
  return new ToolError('VALIDATION_FAILED', `The arguments of ${tool} do not fit. ${sentence}.`, { fields });
}
