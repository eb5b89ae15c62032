import type { ToolRole } from './tool-role.ts';

/** `datetime` is a point in time, `date` a calendar day. */
export type DatasetFieldType = 'text' | 'number' | 'boolean' | 'datetime' | 'date';

export interface DatasetField {
  type: DatasetFieldType;
  /** Column of the source, or a constant expression over its columns. */
  column: string;
  /** Names that people use for the field, in every supported language. */
  synonyms?: readonly string[];
  /**
   * Allowed values of a text field, each with its synonyms. A question with another value is rejected, and the error names the
   * value. Of a boolean, words for `true` and `false`.
   */
  values?: Readonly<Record<string, readonly string[]>>;
  /** An amount of money. */
  money?: true;
  /** The field can hold future days or times, so "this month" means the whole month rather than the part that has passed. */
  ahead?: true;
  /** The text can hold several of the `values`; a question filters by one of them with `contains`. */
  several?: true;
  /** Handle or account id of a user of the org. In a question, `me` means the asking user. */
  user?: true;
  /** Only members of the org see the field; others can neither filter nor group by it. */
  personal?: true;
}

/**
 * Records of the org that `query_org_data` can query. All SQL text is constant: values of a question reach the database
 * as parameters only, and names in a question only select declared fields.
 */
export interface Dataset {
  /** snake_case, unique among the datasets of its pack and of the platform. */
  name: string;
  /** Names that people use for the records, in every supported language. */
  synonyms: readonly string[];
  description: string;
  /** Least role that can query the dataset. */
  role: ToolRole;
  /** A table, or a query in parentheses in which `$1` is the org. Both need a column `org_id`. */
  source: string;
  /** SQL condition that filters the rows, such as `deleted_at IS NULL`. */
  where?: string;
  /** Boolean SQL expression that is true for demo rows; replies label them as sample data. */
  sample?: string;
  fields: Readonly<Record<string, DatasetField>>;
  /** Field of type `datetime` or `date` to which phrases such as "this month" apply. */
  time?: string;
  /** Fields and order of a list for which the question specifies none. */
  defaults: { fields: readonly string[]; orderBy: { field: string; direction: 'asc' | 'desc' } };
}

/**
 * A dataset as a pack writes it: the column of a field is its name in snake_case unless it says another, and a list is
 * ordered by `time`, newest first, unless the defaults say another order.
 */
type DatasetSpec = Omit<Dataset, 'fields' | 'defaults'> & {
  fields: Readonly<Record<string, Omit<DatasetField, 'column'> & Partial<Pick<DatasetField, 'column'>>>>;
  defaults: Pick<Dataset['defaults'], 'fields'> & Partial<Dataset['defaults']>;
};

/** Defines a dataset. Its SQL text must be constant; never build it from input. */
export function defineDataset(dataset: DatasetSpec): Dataset {
  const fields = Object.entries(dataset.fields).map(
    ([name, field]) =>
      [
        name,
        { column: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), ...field },
      ] as const,
  );
  const { time, defaults } = dataset;
  const orderBy = defaults.orderBy ?? { field: time ?? '', direction: 'desc' };
  return { ...dataset, fields: Object.fromEntries(fields), defaults: { ...defaults, orderBy } };
}

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const FIELD_NAME = /^[a-z][A-Za-z0-9]*$/;

/** Problems that make a dataset invalid; empty for a valid one. */
export function datasetProblems(dataset: Dataset): string[] {
  const { name, fields, defaults, source, time, synonyms } = dataset;
  const problems: string[] = [];
  const unknown = (field: string) => !Object.hasOwn(fields, field);
  if (!SNAKE_CASE.test(name)) problems.push('the name is not snake_case');
  if (synonyms.length === 0) problems.push('it has no synonyms');
  if (source.startsWith('(') && !source.includes('$1')) problems.push('its query does not name the org, $1');
  for (const field of Object.keys(fields))
    if (!FIELD_NAME.test(field)) problems.push(`the field ${field} is not camelCase`);
  if (defaults.orderBy.field === '') problems.push('it has neither a time nor an order');
  for (const field of [...defaults.fields, defaults.orderBy.field || []].flat())
    if (unknown(field)) problems.push(`its defaults name the unknown field ${field}`);
  if (defaults.fields.length === 0) problems.push('its defaults list no fields');
  if (time !== undefined && !['datetime', 'date'].includes(fields[time]?.type ?? ''))
    problems.push(`its time ${time} is not a field of type datetime or date`);
  return problems.map((problem) => `dataset ${name}: ${problem}`);
}
