import { isObject, type JsonSchema } from '../dialects/json-schema.ts';
import type { RegisteredTool } from '../registered-tool.ts';
import { ToolError } from '#pack-kit';
import { problemsOf } from './argument-problems.ts';
import {
  branchesOf,
  isFields,
  isList,
  isOtherKind,
  takesBooleans,
  takesNumbers,
  takesText,
} from './schema-branches.ts';
import { defect } from './tool-failure.ts';
import { withUnknownArguments, unknownArguments } from './unknown-arguments.ts';

/** Arguments nested deeper than this are rejected. */
const MAX_DEPTH = 64;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

export interface PreparedArguments {
  input: Record<string, unknown>;
  /** Unknown arguments, which were removed. */
  dropped: string[];
}

/**
 * Fits a model's arguments to the tool's schema: converts numbers and booleans written as text, treats empty text and
 * null in optional fields as absent, and removes and reports unknown properties. The schema validates the result.
 *
 * @throws ToolError VALIDATION_FAILED that names each field and what was expected, so that a model can correct its call.
 */
export function prepareArguments(
  { tool, parameters }: RegisteredTool,
  given: Record<string, unknown>,
): PreparedArguments {
  const preparation = new Preparation(tool.name, parameters);
  const prepared = preparation.value(parameters, given, '', 0);
  let parsed: ReturnType<typeof tool.input.safeParse>;
  try {
    parsed = tool.input.safeParse(prepared);
  } catch (error) {
    throw defect(tool.name, error);
  }
  if (parsed.success) return { input: parsed.data, dropped: preparation.dropped };
  const fields = problemsOf(parsed.error, parameters, prepared);
  const { dropped } = preparation;
  const sentences = [
    `The arguments of ${tool.name} do not fit`,
    fields.map((field) => `${field.name}: ${field.problem}`).join('; '),
    ...(dropped.length > 0 ? [unknownArguments(dropped)] : []),
  ];
  throw withUnknownArguments(
    new ToolError('VALIDATION_FAILED', `${sentences.join('. ')}.`, { fields }),
    dropped,
  );
}

class Preparation {
  readonly dropped: string[] = [];

  constructor(
    private readonly tool: string,
    private readonly root: JsonSchema,
  ) {}

  value(schema: unknown, value: unknown, path: string, depth: number): unknown {
    if (depth > MAX_DEPTH) {
      throw new ToolError(
        'VALIDATION_FAILED',
        `The arguments of ${this.tool} are nested more than ${MAX_DEPTH} deep.`,
      );
    }
    const branches = branchesOf(this.root, schema);
    if (typeof value === 'string') return convert(branches, value);
    if (Array.isArray(value)) return this.list(branches, value, path, depth);
    return isObject(value) ? this.object(branches, value, path, depth) : value;
  }

  private list(branches: JsonSchema[], value: unknown[], path: string, depth: number): unknown[] {
    const lists = branches.filter(isList);
    if (lists.length === 0) return value;
    return value.map((entry, index) => {
      const anyOf = lists.flatMap(({ prefixItems, items }) => prefixItems?.[index] ?? items ?? []);
      return this.value({ anyOf }, entry, `${path}${index}.`, depth + 1);
    });
  }

  /** If the schema allows several kinds of objects, a field is known if one of the matching kinds has it. */
  private object(
    branches: JsonSchema[],
    given: Record<string, unknown>,
    path: string,
    depth: number,
  ): Record<string, unknown> {
    const known = branches.filter(isFields);
    if (known.length === 0) return given;
    const same = known.filter((branch) => !isOtherKind(branch, given));
    const kinds = same.length > 0 ? same : known;
    const required = new Set(branches.flatMap((branch) => branch.required ?? []));
    const prepared: [string, unknown][] = [];
    for (const [name, value] of Object.entries(given)) {
      const anyOf = kinds.flatMap((kind) => fieldOf(kind, name) ?? []);
      if (anyOf.length === 0) this.dropped.push(`${path}${name}`);
      else if (required.has(name) || !isBlank(value) || !kinds.some((kind) => isNamed(kind, name)))
        prepared.push([name, this.value({ anyOf }, value, `${path}${name}.`, depth + 1)]);
    }
    // From entries: an own `__proto__` stays a property.
    return Object.fromEntries(prepared);
  }
}

/** The schema of a field; undefined if the object does not accept the field. */
function fieldOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  if (isNamed(schema, name)) return schema.properties?.[name];
  const { additionalProperties } = schema;
  if (additionalProperties === true) return {};
  return isObject(additionalProperties) ? additionalProperties : undefined;
}

function isNamed({ properties }: JsonSchema, name: string): boolean {
  return properties !== undefined && Object.hasOwn(properties, name);
}

const isBlank = (value: unknown) => value === null || value === undefined || value === '';

function convert(branches: JsonSchema[], value: string): unknown {
  if (branches.some((branch) => takesText(branch, value))) return value;
  const text = value.trim();
  if (NUMBER.test(text) && branches.some(takesNumbers)) return Number(text);
  if (/^(true|false)$/i.test(text) && branches.some(takesBooleans)) return text.toLowerCase() === 'true';
  return value;
}
