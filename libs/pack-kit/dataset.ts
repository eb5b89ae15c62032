import type { ToolRole } from './tool-role.ts';

/** `datetime` is a moment, `date` a calendar day. */
export type DatasetFieldType = 'text' | 'number' | 'boolean' | 'datetime' | 'date';

export interface DatasetField {
  type: DatasetFieldType;
  /** Column of the source, or a constant expression over its columns. */
  column: string;
  /** How people call it, in every language that is served. */
  synonyms?: readonly string[];
  /** For text that has one of a few values: each with its synonyms. Other values are refused by name. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** An amount of money. */
  money?: true;
  /** A day or moment that may lie ahead: "this month" is all of the month, not what has passed of it. */
  ahead?: true;
  /** A text of several of its `values`: one of them is asked for with `contains`. */
  several?: true;
  /** Names one of the org's users, by handle or by the id of the account: `me` is whoever asks. */
  user?: true;
  /** Shown to members of the org only; others can neither filter nor group by it. */
  personal?: true;
}

/**
 * Records of the org that may be asked about. All of its text is constant: of a question only the values reach the
 * database, as parameters, and its names only choose among the fields.
 */
export interface Dataset {
  /** snake_case, unique among those of its pack and the platform. */
  name: string;
  /** How people call its records, in every language that is served. */
  synonyms: readonly string[];
  description: string;
  /** Who may ask. */
  role: ToolRole;
  /** A table, or a query in parentheses that names the org as `$1`; either way with a column `org_id`. */
  source: string;
  /** Condition that every row fulfils, such as that it is not deleted. */
  where?: string;
  /** Boolean expression: true for a row of demo data, so that a reply can call it that. */
  sample?: string;
  fields: Readonly<Record<string, DatasetField>>;
  /** The field of type `datetime` or `date` that "this month" means. */
  time?: string;
  /** What a list shows when nothing else is asked for, and in which order. */
  defaults: { fields: readonly string[]; orderBy: { field: string; direction: 'asc' | 'desc' } };
}

/** Defines a dataset. The text of it is part of the program; never build it from input. */
export function defineDataset(dataset: Dataset): Dataset {
  return dataset;
}

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const FIELD_NAME = /^[a-z][A-Za-z0-9]*$/;

/** Why a dataset must not be served; empty when nothing speaks against it. */
export function datasetProblems(dataset: Dataset): string[] {
  const { name, fields, defaults, source, time, synonyms } = dataset;
  const problems: string[] = [];
  const unknown = (field: string) => !Object.hasOwn(fields, field);
  if (!SNAKE_CASE.test(name)) problems.push('the name is not snake_case');
  if (synonyms.length === 0) problems.push('nobody can name it: it has no synonyms');
  if (source.startsWith('(') && !source.includes('$1')) problems.push('its query does not name the org, $1');
  for (const field of Object.keys(fields))
    if (!FIELD_NAME.test(field)) problems.push(`the field ${field} is not camelCase`);
  for (const field of [...defaults.fields, defaults.orderBy.field])
    if (unknown(field)) problems.push(`its defaults name the unknown field ${field}`);
  if (defaults.fields.length === 0) problems.push('a list of it would show nothing');
  if (time !== undefined && !['datetime', 'date'].includes(fields[time]?.type ?? ''))
    problems.push(`its time ${time} is not a field of type datetime or date`);
  return problems.map((problem) => `dataset ${name}: ${problem}`);
}
