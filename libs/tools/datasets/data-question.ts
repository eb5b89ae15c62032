import { z } from 'zod';
import { countText, listOf } from '#pack-kit';

export const operations = ['list', 'count', 'aggregate'] as const;
export const operators = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'between',
  'contains',
  'is_null',
] as const;
export type Operator = (typeof operators)[number];
export const metricFunctions = ['count', 'sum', 'avg', 'min', 'max', 'median'] as const;
export const timeUnits = ['day', 'week', 'month', 'year'] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** Maximum number of groups in an answer. */
export const MAX_GROUPS = 200;
export const DEFAULT_ROWS = 20;

/** Filter value that stands for the asker, on a field that names users. */
export const ASKER = 'me';

const name = z.string().trim().min(1).max(60);
const plain = z.union([z.string().max(500), z.number(), z.boolean()]);

const filter = z.object({
  field: name,
  op: z.enum(operators),
  value: z
    .union([plain, z.array(z.union([z.string().max(500), z.number()])).max(50)])
    .optional()
    .describe(
      'One value; a list for in, two values for between; for is_null true or false; me is whoever asks, where a field names a user.',
    ),
});

const metric = z.object({
  fn: z.enum(metricFunctions),
  field: name.optional(),
  as: name
    .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'expected letters, digits and underscores, a letter first')
    .optional(),
});

/** Arguments of `query_org_data`: names from the catalogue of datasets, and values. */
export const dataQuestion = z.object({
  dataset: name.describe('Name of a dataset; an unknown one is answered with those there are.'),
  operation: z
    .enum(operations)
    .optional()
    .describe('list rows (default), count them, or aggregate: metrics by groups.'),
  filters: listOf(filter, { max: 10, description: 'All of them hold.' }).default([]),
  fields: listOf(name, { max: 15, description: 'For a list; the usual ones when left out.' }).default([]),
  metrics: listOf(metric, { max: 5, description: 'For aggregate; count when left out.' }).default([]),
  groupBy: listOf(name, {
    max: 2,
    description: 'For aggregate. Dates take :day, :week, :month or :year, as in createdAt:month.',
  }).default([]),
  orderBy: z.object({ field: name, direction: z.enum(['asc', 'desc']).default('desc') }).optional(),
  limit: countText({ min: 1, max: 100, description: 'Rows or groups to give' }).default(DEFAULT_ROWS),
  unanswered: listOf(z.string().trim().min(1).max(80), {
    max: 10,
    description:
      'Conditions of the question that no filter expresses, in its words; the answer warns of them.',
  }).default([]),
  offset: countText({ min: 0, max: 10_000, description: 'Rows to leave out first' }).default(0),
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
