import { z } from 'zod';
import { isObject, typesOf, type JsonSchema } from '../dialects/json-schema.ts';
import type { RegisteredTool } from '../registered-tool.ts';
import { booleanIn, jsonIn, ownReaders, ToolError } from '#pack-kit';
import { readNumber } from '#text';
import { problemsOf } from './argument-problems.ts';
import { withoutUnit } from './number-units.ts';
import {
  branchesOf,
  isFields,
  isList,
  isObjects,
  isOtherKind,
  keepsText,
  namedValueIn,
  namedValues,
  takes,
  takesText,
} from './schema-branches.ts';
import { defect } from './tool-failure.ts';
import { withUnknownArguments, unknownArguments } from './unknown-arguments.ts';

/** Arguments nested deeper than this are rejected. */
const MAX_DEPTH = 64;
/** Words for "not given", as programs print them. */
const NOT_GIVEN: ReadonlySet<unknown> = new Set(['', 'null', 'None', 'undefined', 'N/A', 'n/a']);
/** Names of the one field of an object that stands for its value, besides the name of the parameter. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'value',
  'text',
  'id',
  'name',
  'values',
  'item',
  'items',
  'list',
]);
/** Words for no choice between named values. */
const EVERY = /^(?:all|any|both|either|every|الكل|أي)$/i;

/** Marks between the values of a list in text. A comma within numbers begins their decimals. */
const SEPARATORS = /[,;|،؛\r\n]/;
const SEPARATORS_OF_NUMBERS = /[;|؛\r\n]|[,،]\s/;

export interface PreparedArguments {
  input: Record<string, unknown>;
  /** Unknown arguments, which were removed. */
  dropped: string[];
}

/**
 * Fits a model's arguments to the tool's schema: reads lists and objects given as JSON text, numbers, booleans and named
 * values given as text, wraps a single value where a list or an object with one required field is expected and unwraps it where
 * neither is, joins a list where text is expected, treats empty values in optional fields as absent, and removes and reports
 * unknown properties. Text is split only where a list has named values or numbers alone. The schema validates the result.
 *
 * @throws ToolError VALIDATION_FAILED that names each field and what was expected, so that a model can correct its call.
 */
export function prepareArguments(
  registered: RegisteredTool,
  given: Record<string, unknown>,
): PreparedArguments {
  const { tool, parameters } = registered;
  const reading = readingOf(registered);
  const preparation = new Preparation(tool.name, reading);
  const prepared = preparation.value(reading, given, '', 0);
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

/** By the schema of the tool. Tools are registered once, and their schemas are large. */
const readings = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON Schema by which arguments are read: it also tells which parts read text themselves. */
function readingOf({ tool, source, shipped, parameters }: RegisteredTool): JsonSchema {
  // A pack knows its own server's tools better than the server's list tells.
  if (source === 'mcp' && !shipped) return parameters;
  const known = readings.get(tool.input);
  if (known) return known;
  const made = z.toJSONSchema(tool.input, {
    io: 'input',
    metadata: ownReaders,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const description = z.globalRegistry.get(zodSchema)?.description;
      if (description !== undefined) jsonSchema.description = description;
    },
  });
  readings.set(tool.input, made as JsonSchema);
  return made as JsonSchema;
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
    if (typeof value === 'string') return this.text(branches, value, path, depth);
    if (Array.isArray(value)) return this.list(branches, value, path, depth);
    if (isObject(value)) {
      if (branches.some(isFields)) return this.object(branches, value, path, depth);
      const [wrapper, ...others] = Object.entries(value);
      const [name, only] = wrapper ?? [''];
      const isWrapped = others.length === 0 && (WRAPPERS.has(name) || name === parameterAt(path));
      const isText = isPlain(only) && branches.some(takesText) && !branches.some(isObjects);
      if (isWrapped && (isText || (Array.isArray(only) && areAll(branches, isList))))
        return this.value({ anyOf: branches }, only, path, depth + 1);
    }
    return this.plain(branches, value, path, depth);
  }

  private text(branches: JsonSchema[], value: string, path: string, depth: number): unknown {
    const isText = branches.some(takesText);
    const json = jsonIn(value);
    // A text that may be an object or text, such as a file, is not parsed.
    if (json && (Array.isArray(json) ? branches.some(isList) : !isText && branches.some(isObjects)))
      return this.value({ anyOf: branches }, json, path, depth + 1);
    const named = namedValueIn(branches, value);
    if (named !== undefined) return named;
    // A unit is part of the text where any text is accepted.
    if (branches.some(keepsText)) return value;
    const numbers = branches.filter((branch) => takes(branch, 'number'));
    const bare = numbers.length > 0 ? withoutUnit(value, about(numbers, path)) : value;
    if (isText) return bare;
    if (NOT_GIVEN.has(value.trim()) && branches.some((branch) => takes(branch, 'null'))) return null;
    const wholeOrMoney = numbers.some((branch) => typesOf(branch).includes('integer'));
    const number = numbers.length > 0 ? readNumber(bare, { wholeOrMoney }) : undefined;
    if (number !== undefined) return number;
    const isTrue = branches.some((branch) => takes(branch, 'boolean')) ? booleanIn(value) : undefined;
    return isTrue ?? this.plain(branches, value, path, depth);
  }

  /** A number becomes text where only text is accepted; a single value becomes a list or an object where only these are. */
  private plain(branches: JsonSchema[], value: unknown, path: string, depth: number): unknown {
    const isFlag = typeof value === 'boolean';
    if ((isFlag || typeof value === 'number') && branches.some(takesText))
      return branches.some((branch) => takes(branch, isFlag ? 'boolean' : 'number')) ? value : String(value);
    if ((value === 0 || value === 1) && areAll(branches, (branch) => takes(branch, 'boolean')))
      return value === 1;
    if (value === null || value === '') return value;
    const [only, ...others] = branches.filter(isFields);
    const [field, ...more] = only?.required ?? [];
    if (field !== undefined && others.length + more.length === 0 && !isObject(value))
      return this.object(branches, { [field]: value }, path, depth);
    if (!areAll(branches, isList)) return value;
    return this.list(branches, this.entriesIn(branches, value), path, depth);
  }

  /** The named values or the numbers that a text lists. Any other value is the one entry: free text may contain commas. */
  private entriesIn(branches: JsonSchema[], value: unknown): unknown[] {
    if (typeof value !== 'string') return [value];
    const items = branches.flatMap((branch) => (isList(branch) ? branchesOf(this.root, branch.items) : []));
    const areNamed = items.length > 0 && items.every(namedValues);
    const areNumbers = items.some((item) => takes(item, 'number')) && readNumber(value) === undefined;
    if ((!areNamed && !areNumbers) || items.some((item) => namedValues(item)?.includes(value)))
      return [value];
    const entries = value
      .split(areNumbers ? SEPARATORS_OF_NUMBERS : SEPARATORS)
      .filter((entry) => entry.trim() !== '');
    return entries.length > 0 ? entries : [value];
  }

  private list(branches: JsonSchema[], value: unknown[], path: string, depth: number): unknown {
    const lists = branches.filter(isList);
    if (lists.length === 0) {
      if (value.length === 1) return this.value({ anyOf: branches }, value[0], path, depth + 1);
      const isJoined = value.length > 0 && branches.some(takesText) && value.every(isPlain);
      return isJoined ? this.value({ anyOf: branches }, value.join(', '), path, depth + 1) : value;
    }
    // A list that is the only item of a list which takes none is the list itself.
    const inner = value.length === 1 ? (jsonIn(value[0]) ?? value[0]) : undefined;
    const itemsOf = (index: number) =>
      lists.flatMap(({ prefixItems, items }) => prefixItems?.[index] ?? items ?? []);
    if (Array.isArray(inner) && !branchesOf(this.root, { anyOf: itemsOf(0) }).some(isList))
      return this.list(branches, inner, path, depth + 1);
    return value.map((entry, index) => {
      const anyOf = itemsOf(index);
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
      const anyOf = kinds.map((kind) => fieldOf(kind, name)).filter((field) => field !== undefined);
      if (anyOf.length === 0) this.dropped.push(`${path}${name}`);
      else if (
        required.has(name) ||
        !isBlank(branchesOf(this.root, { anyOf }), value) ||
        !kinds.some((kind) => isNamed(kind, name))
      )
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

/** Name and descriptions of a parameter. */
function about(branches: readonly JsonSchema[], path: string): string {
  const descriptions = branches.map(({ description }) =>
    typeof description === 'string' ? description : '',
  );
  return [parameterAt(path), ...descriptions].join(' ');
}

const parameterAt = (path: string) => path.split('.').at(-2);

/** True if every branch besides null is of a kind. */
function areAll(branches: readonly JsonSchema[], isKind: (branch: JsonSchema) => boolean): boolean {
  return branches.some(isKind) && branches.every((branch) => isKind(branch) || takes(branch, 'null'));
}

const isPlain = (value: unknown) => ['string', 'number'].includes(typeof value);

/** True for a value that stands for "not given", unless the schema accepts it. */
function isBlank(branches: readonly JsonSchema[], value: unknown): boolean {
  if (Array.isArray(value))
    return value.length === 0 && branches.every(({ minItems }) => Number(minItems ?? 0) > 0);
  if (isObject(value))
    return (
      Object.keys(value).length === 0 &&
      branches.every((branch) => isFields(branch) && (branch.required ?? []).length > 0)
    );
  if (typeof value !== 'string') return value === null || value === undefined;
  const isChoice = branches.every((branch) => namedValues(branch) !== undefined && !('default' in branch));
  if (isChoice && EVERY.test(value.trim())) return namedValueIn(branches, value) === undefined;
  return NOT_GIVEN.has(value.trim()) && !branches.some((branch) => namedValues(branch)?.includes(value));
}
