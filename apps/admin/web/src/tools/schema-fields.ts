/** Input kind of a JSON Schema value. */
export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'choices'
  /** A list of short texts, one in each line. */
  | 'lines'
  | 'numbers'
  | 'group'
  /** What no field fits: its JSON. */
  | 'json';

export interface SchemaField {
  /** Path from the root, such as `filters.minPrice`. */
  path: string;
  name: string;
  kind: FieldKind;
  required: boolean;
  description: string | undefined;
  /** Options of a choice, as JSON. */
  options: readonly string[];
  /** Default value as text. */
  default: string | undefined;
  fields: readonly SchemaField[];
}

/** Input by field path. Multiple choices and lists are one text with a value per line. */
export type FormDraft = Readonly<Record<string, string>>;

type Schema = Record<string, unknown>;

/** Deeper groups are edited as JSON. */
const MAX_DEPTH = 3;
const LONG_TEXT_CHARACTERS = 200;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Fields of an object schema (JSON Schema, draft 2020-12), required ones first. */
export function fieldsOf(root: Schema): SchemaField[] {
  return propertiesOf(root, root, '', 0);
}

function propertiesOf(schema: Schema, root: Schema, path: string, depth: number): SchemaField[] {
  const required = new Set(list(schema.required));
  const properties = isSchema(schema.properties) ? schema.properties : {};
  return Object.entries(properties)
    .map(([name, property]) =>
      fieldOf(isSchema(property) ? property : {}, { root, name, path, depth, required: required.has(name) }),
    )
    .sort((one, other) => Number(other.required) - Number(one.required));
}

interface FieldPlace {
  root: Schema;
  name: string;
  path: string;
  depth: number;
  required: boolean;
}

function fieldOf(given: Schema, { root, name, path: above, depth, required }: FieldPlace): SchemaField {
  const schema = resolved(given, root);
  const path = above === '' ? name : `${above}.${name}`;
  const kind = kindOf(schema, root, depth);
  const described = given.description ?? schema.description;
  const preset = given.default ?? schema.default;
  return {
    path,
    name,
    kind,
    // A value with a default is optional.
    required: required && preset === undefined,
    description: typeof described === 'string' ? described : undefined,
    options: optionsOf(kind === 'choices' ? resolved(itemsOf(schema), root) : schema),
    default: preset === undefined ? undefined : JSON.stringify(preset),
    fields: kind === 'group' ? propertiesOf(schema, root, path, depth + 1) : [],
  };
}

function kindOf(schema: Schema, root: Schema, depth: number): FieldKind {
  if (optionsOf(schema).length > 0) return 'choice';
  switch (schema.type) {
    case 'string':
      return Number(schema.maxLength ?? 0) > LONG_TEXT_CHARACTERS ? 'long' : 'text';
    case 'number':
    case 'integer':
    case 'boolean':
      return schema.type;
    case 'array':
      return kindOfList(resolved(itemsOf(schema), root));
    case 'object':
      return isSchema(schema.properties) && depth < MAX_DEPTH ? 'group' : 'json';
    default:
      return 'json';
  }
}

function kindOfList(items: Schema): FieldKind {
  if (optionsOf(items).length > 0) return 'choices';
  if (items.type === 'string') return 'lines';
  return items.type === 'number' || items.type === 'integer' ? 'numbers' : 'json';
}

function itemsOf({ items }: Schema): Schema {
  return isSchema(items) ? items : {};
}

/** As JSON, so that 1 and "1" stay distinct. */
function optionsOf({ enum: options, const: only }: Schema): string[] {
  const known = only === undefined ? list(options) : [only];
  return known.filter((option) => option !== null).map((option) => JSON.stringify(option));
}

/** Resolves references, and "this or null" to this. A reference cycle is left unresolved. */
function resolved(schema: Schema, root: Schema): Schema {
  let found = schema;
  for (let steps = 0; steps < 8; steps += 1) {
    const next = pointed(found, root) ?? onlyBranch(found);
    if (!next) return found;
    found = next;
  }
  return {};
}

function pointed({ $ref: reference }: Schema, root: Schema): Schema | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const part of reference.slice(2).split('/'))
    found = isSchema(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return isSchema(found) ? found : undefined;
}

function onlyBranch({ anyOf, oneOf }: Schema): Schema | undefined {
  const branches = list(anyOf ?? oneOf).filter(isSchema);
  const real = branches.filter(({ type }) => type !== 'null');
  return branches.length > 0 && real.length === 1 ? real[0] : undefined;
}

export interface EnteredArguments {
  arguments: Record<string, unknown>;
  problems: Readonly<Record<string, string>>;
}

/** Converts the input to the arguments of a call. The tool validates them again. */
export function argumentsOf(fields: readonly SchemaField[], draft: FormDraft): EnteredArguments {
  const problems: Record<string, string> = {};
  const objectOf = (of: readonly SchemaField[]): Record<string, unknown> =>
    Object.fromEntries(
      of.flatMap((field): [string, unknown][] => {
        const value = field.kind === 'group' ? groupOf(field) : valueOf(field, draft, problems);
        if (value !== undefined) return [[field.name, value]];
        if (field.required) problems[field.path] ??= 'Required';
        return [];
      }),
    );
  const groupOf = (field: SchemaField) => {
    const entered = field.fields.some((inner) => isEntered(inner, draft));
    return entered || field.required ? objectOf(field.fields) : undefined;
  };
  return { arguments: objectOf(fields), problems };
}

function isEntered(field: SchemaField, draft: FormDraft): boolean {
  return field.kind === 'group'
    ? field.fields.some((inner) => isEntered(inner, draft))
    : (draft[field.path] ?? '').trim() !== '';
}

/** @returns undefined for empty or invalid input; the error is added to `problems`. */
function valueOf({ kind, path }: SchemaField, draft: FormDraft, problems: Record<string, string>): unknown {
  const written = draft[path] ?? '';
  if (written.trim() === '') return undefined;
  const lines = written.split('\n').filter((line) => line.trim() !== '');
  switch (kind) {
    case 'text':
    case 'long':
      return written;
    case 'boolean':
    case 'choice':
      return parsed(written, path, problems);
    case 'choices':
      return lines.map((line) => parsed(line, path, problems));
    case 'lines':
      return lines.map((line) => line.trim());
    case 'number':
    case 'integer':
      return numberOf(written, kind, path, problems);
    case 'numbers':
      return lines.map((line) => numberOf(line, 'number', path, problems));
    case 'group':
    case 'json':
      return parsed(written, path, problems);
  }
}

function numberOf(
  written: string,
  kind: 'number' | 'integer',
  path: string,
  problems: Record<string, string>,
): number | undefined {
  const value = Number(written);
  if (Number.isFinite(value) && (kind === 'number' || Number.isInteger(value))) return value;
  problems[path] = kind === 'integer' ? 'Expected a whole number' : 'Expected a number';
  return undefined;
}

function parsed(written: string, path: string, problems: Record<string, string>): unknown {
  try {
    return JSON.parse(written) as unknown;
  } catch {
    problems[path] = 'Not valid JSON';
    return undefined;
  }
}

/** The draft for given arguments, for example of an earlier run. */
export function draftOfArguments(
  fields: readonly SchemaField[],
  given: Readonly<Record<string, unknown>>,
): FormDraft {
  return Object.fromEntries(
    fields.flatMap((field): [string, string][] => {
      const value = given[field.name];
      if (value === undefined || value === null) return [];
      if (field.kind === 'group')
        return isSchema(value) ? Object.entries(draftOfArguments(field.fields, value)) : [];
      return [[field.path, writtenOf(field.kind, value)]];
    }),
  );
}

function writtenOf(kind: FieldKind, value: unknown): string {
  if (kind === 'choices')
    return list(value)
      .map((one) => JSON.stringify(one))
      .join('\n');
  if (kind === 'lines' || kind === 'numbers') return list(value).map(String).join('\n');
  if ((kind === 'text' || kind === 'long') && typeof value === 'string') return value;
  return JSON.stringify(value, null, kind === 'json' ? 2 : 0);
}
