import { wordList } from '../values/word-list.ts';
import { z } from 'zod';
import { consoleOrg } from './session.ts';
import { orgSlug, uuid } from '../values/ids.ts';
import { calendarDay, momentText } from '../values/moments.ts';
import { wholeNumber } from '../values/numbers.ts';

/** Measures of a query. `GET /admin/analytics/measures` returns a catalogue that describes them. */
export const analyticsMeasures = wordList(
  `turns successRate failedTurns turnRetries recoveredTurns latencyP50 latencyP95 latencyP99 humanWaitP50 humanWaitP95 queueWaitP50 queueWaitP95 queueWaitP99
   tokens promptTokens cachedTokens completionTokens cost costPerTurn toolsInScope toolsOffered
   toolInBrokeredSet tokensSaved tokensSavedNet selectionP50 selectionP99 brokerMisses brokerMissRate
   toolSearchMisses toolCalls toolSuccess toolLatencyP50 toolLatencyP95 toolLatencyP99 cacheHits
   cacheHitRate capabilityUses programShare modelCalls modelSuccess modelTokens modelCost modelLatencyP50
   modelLatencyP95 modelLatencyP99 conversations conversationLength clarifyingQuestions insightsUsed
   feedbackGiven feedbackGood`,
);
export const analyticsMeasure = z.enum(analyticsMeasures);
export type AnalyticsMeasure = z.infer<typeof analyticsMeasure>;

const analyticsTimes = ['minute', 'hour', 'day', 'week'] as const;
export type AnalyticsTime = (typeof analyticsTimes)[number];
export const analyticsDimensions = [
  'org',
  'agent',
  'tool',
  'model',
  'channel',
  'intent',
  'brokerMode',
  ...analyticsTimes,
] as const;
export const analyticsDimension = z.enum(analyticsDimensions);
export type AnalyticsDimension = z.infer<typeof analyticsDimension>;

const MAX_MEASURES = 4;
const MAX_DIMENSIONS = 2;
const MAX_VALUES = 20;
const MAX_VALUE_CHARACTERS = 200;

/** Text without control characters, which PostgreSQL and CSV downloads accept. */
// oxlint-disable-next-line no-control-regex
const plainText = z.string().regex(/^[^\u0000-\u001f\u007f]*$/, 'expected text without control characters');

/** Comma-separated values in one parameter. */
function listOf<Item extends z.ZodType<string, string>>(item: Item, most: number) {
  return z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((part) => part !== ''))])
    .pipe(z.array(item).max(most));
}
const values = listOf(plainText.max(MAX_VALUE_CHARACTERS), MAX_VALUES).optional();

const dayOrMoment = z
  .union([calendarDay, momentText], {
    error: 'expected a day such as 2026-11-22, or a moment such as 2026-11-22T10:00:00Z',
  })
  .optional();

export const analyticsQuery = z
  .strictObject({
    org: orgSlug.optional(),
    measures: listOf(analyticsMeasure, MAX_MEASURES).pipe(z.array(analyticsMeasure).min(1)),
    by: listOf(analyticsDimension, MAX_DIMENSIONS).default([]),
    from: dayOrMoment,
    to: dayOrMoment,
    days: wholeNumber(1, 366).default(7),
    compare: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
    agent: values,
    tool: values,
    model: values,
    channel: values,
    intent: values,
    brokerMode: values,
    caller: values,
    pack: values,
    format: z.enum(['csv', 'json']).default('csv').describe('Format of a download.'),
  })
  .superRefine(({ by, from, to }, context) => {
    if (by.filter((dimension) => (analyticsTimes as readonly string[]).includes(dimension)).length > 1)
      context.addIssue({
        code: 'custom',
        path: ['by'],
        message: 'expected at most one of minute, hour, day and week',
      });
    if (from !== undefined && to !== undefined && isDay(from) !== isDay(to))
      context.addIssue({ code: 'custom', path: ['to'], message: 'expected a day or a moment, as in from' });
    if (to !== undefined && from === undefined)
      context.addIssue({ code: 'custom', path: ['from'], message: 'expected from together with to' });
  });
export type AnalyticsQuery = z.output<typeof analyticsQuery>;

/** True for a calendar day, false for a moment. */
export const isDay = (text: string) => !text.includes('T');

export const analyticsUnits = ['count', 'share', 'ms', 'us', 'usd', 'tokens', 'number'] as const;

export const analyticsMeasureView = z.object({
  name: analyticsMeasure,
  label: z.string(),
  group: z.string().describe('Group of the measure in menus.'),
  description: z.string(),
  unit: z.enum(analyticsUnits).describe('share is 0 to 1, ms and us are durations.'),
  adds: z.boolean().describe('True if values of groups add up to the total.'),
  dimensions: z.array(analyticsDimension).describe('Dimensions for grouping and filtering.'),
});
export type AnalyticsMeasureView = z.infer<typeof analyticsMeasureView>;
export const analyticsCatalogue = z.object({ items: z.array(analyticsMeasureView) });
export type AnalyticsCatalogue = z.infer<typeof analyticsCatalogue>;

export const analyticsRow = z.object({
  keys: z
    .array(z.string())
    .describe('One per dimension: a name, a day, or a moment in UTC. “(none)” for no value.'),
  values: z.array(z.number().nullable()).describe('One per measure; null without data.'),
  before: z.array(z.number().nullable()).optional().describe('Values of the previous range.'),
});
export type AnalyticsRow = z.infer<typeof analyticsRow>;

export const analyticsAnswer = z.object({
  measures: z.array(analyticsMeasureView),
  by: z.array(analyticsDimension),
  range: z.object({
    from: z.iso.datetime(),
    to: z.iso.datetime().describe('Exclusive.'),
    timeZone: z.string().describe('Time zone of days and weeks: the org’s, or UTC across orgs.'),
  }),
  before: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
  answeredFrom: z.enum(['day', 'hour', 'rows']).describe('Daily or hourly rollups, or the rows themselves.'),
  rolledUpAt: z.iso.datetime().nullable().describe('Time of the newest rollup; null if there is none yet.'),
  rows: z.array(analyticsRow),
  truncated: z.boolean().describe('True if the answer omits rows.'),
  sql: z
    .array(z.object({ measure: analyticsMeasure, text: z.string() }))
    .describe('The query as SQL over the schema analytics.'),
});
export type AnalyticsAnswer = z.infer<typeof analyticsAnswer>;

/** The URL parameters of a query. They are validated again when the query runs. */
const savedParameters = z
  .record(z.string().max(40), z.string().max(2_000))
  .refine((parameters) => analyticsQuery.safeParse(parameters).success, 'expected the parameters of a query');

export const saveAnalyticsQuery = z
  .strictObject({
    name: plainText.trim().min(1).max(120).describe('Name in the list.'),
    parameters: savedParameters,
    shared: z
      .boolean()
      .default(false)
      .describe('True: visible to all users of the org; false: to the author only.'),
  })
  .meta({
    example: {
      name: 'Tools missed last week',
      parameters: { measures: 'brokerMisses,brokerMissRate', by: 'tool', days: '7' },
      shared: true,
    },
  });
export type SaveAnalyticsQuery = z.infer<typeof saveAnalyticsQuery>;

export const savedAnalyticsQuery = z.object({
  id: uuid,
  org: consoleOrg.nullable().describe('Null for a query across orgs.'),
  name: z.string(),
  parameters: z.record(z.string(), z.string()),
  shared: z.boolean(),
  author: z.string().nullable(),
  mine: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type SavedAnalyticsQuery = z.infer<typeof savedAnalyticsQuery>;
export const savedAnalyticsQueries = z.object({ items: z.array(savedAnalyticsQuery) });
export type SavedAnalyticsQueries = z.infer<typeof savedAnalyticsQueries>;
