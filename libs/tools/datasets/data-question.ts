import { z } from 'zod';
import { countText, enumWithSynonyms, keysOf, listOf, unsaid } from '#pack-kit';

export const operations = ['list', 'count', 'aggregate'] as const;
/** Comparisons, with the signs of SQL and of programs. */
const OPERATORS = {
  eq: ['=', '==', 'equals', 'is'],
  ne: ['!=', '<>', 'not equals', 'is not'],
  gt: ['>'],
  gte: ['>='],
  lt: ['<'],
  lte: ['<='],
  in: [],
  between: [],
  contains: ['like', 'ilike'],
  is_null: ['is empty'],
};
export const operators = keysOf(OPERATORS);
export type Operator = (typeof operators)[number];
export const metricFunctions = ['count', 'sum', 'avg', 'min', 'max', 'median'] as const;
export const timeUnits = ['day', 'week', 'month', 'year'] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** Maximum number of groups in an answer. */
export const MAX_GROUPS = 200;
export const DEFAULT_ROWS = 20;

/** Filter value that stands for the asker, on a field that names users. */
export const ASKER = 'me';

const name = z.string().trim().min(1).max(60).meta(unsaid);
const text = z.string().max(500).meta(unsaid);

const filter = z.object({
  field: name.describe('Field of the dataset.'),
  op: enumWithSynonyms(OPERATORS, { description: 'Comparison.' }),
  value: z
    .union([
      text,
      z.number(),
      z.boolean(),
      z
        .array(z.union([text, z.number()]))
        .max(50)
        .meta(unsaid),
    ])
    .optional()
    .describe(
      'A list for in, two values for between, true or false for is_null. On a field of users, "me" is the asker.',
    ),
});

const metric = z.object({
  fn: z.enum(metricFunctions).describe('Function.'),
  field: name.optional().describe('Omitted only for count.'),
  as: name
    .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'expected letters, digits and underscores, a letter first')
    .meta({ ...unsaid, description: 'Name of the figure, such as total.' })
    .optional(),
});

/** Arguments of `query_org_data`: names from the catalogue of datasets, and values. */
export const dataQuestion = z.object({
  dataset: name.describe('An error lists its fields.'),
  operation: z
    .enum(operations)
    .optional()
    .describe('count: one row, [{ count }]. aggregate: metrics by groups. Omitted: list.'),
  filters: listOf(filter, { max: 10, description: 'All hold.' }).default([]),
  fields: listOf(name, { max: 15, description: 'Fields of a list. Omitted: the usual ones.' }).default([]),
  metrics: listOf(metric, { max: 5, description: 'For aggregate. Omitted: count.' }).default([]),
  groupBy: listOf(name, {
    max: 2,
    description: 'For aggregate: fields; dates take :day, :week, :month or :year, as in createdAt:month.',
  }).default([]),
  orderBy: z
    .object({
      field: name.describe('Field, or name of a figure.'),
      direction: z.enum(['asc', 'desc']).default('desc').describe('Direction.'),
    })
    .optional()
    .describe('Omitted: the usual order of the dataset.'),
  limit: countText({ min: 1, max: 100, description: 'Rows or groups to return.' }).default(DEFAULT_ROWS),
  unanswered: listOf(text.trim().min(1), {
    max: 10,
    description: 'Conditions of the question that no filter expresses.',
  }).default([]),
  offset: countText({ min: 0, max: 10_000, description: 'Rows to skip.' }).default(0),
});
export type DataQuestion = z.infer<typeof dataQuestion>;
export type Filter = DataQuestion['filters'][number];
export type Metric = DataQuestion['metrics'][number];

/** A filter as interpreted: canonical values, days as the moment at which they start. */
export interface AppliedFilter {
  field: string;
  op: Operator;
  value: unknown;
  /** True if {@link ASKER} in the value means the asker; otherwise it is an ordinary value. */
  asker?: true | undefined;
}
