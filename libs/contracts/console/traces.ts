import { z } from 'zod';
import { MAX_SEARCH_CHARACTERS } from './search.ts';
import { consoleOrg } from './session.ts';
import { listedSpan, spanStatuses } from './spans.ts';
import { orgSlug, storableText, uuid } from '../values/ids.ts';
import { momentText } from '../values/moments.ts';
import { decimalNumber, wholeNumber } from '../values/numbers.ts';
import { pageOf, pageQuery } from '../values/page.ts';

/** Requests and responses of the console's trace search. Times are ISO 8601 in UTC. */

const MAX_NAME_CHARACTERS = 120;
const name = storableText(MAX_NAME_CHARACTERS).optional();
const amount = decimalNumber(0, 1_000_000_000).optional();
const moment = momentText.optional();

const filters = {
  org: orgSlug.optional(),
  /** Number of days until now, or until `to`. */
  days: wholeNumber(1, 90).default(7),
  /** Runs that started at this time or later; replaces `days`. */
  from: moment,
  /** Runs that started before this time. */
  to: moment,
  pack: name,
  agent: name,
  model: name,
  tool: name,
  /** The status of a turn is that of its last attempt. */
  status: z.enum([...spanStatuses, 'cancelled']).optional(),
  /** US dollars. */
  minCost: amount,
  maxCost: amount,
  minMs: amount,
  maxMs: amount,
};

type Ranges = { [name in 'minCost' | 'maxCost' | 'minMs' | 'maxMs']?: number | undefined } & {
  [name in 'from' | 'to']?: string | undefined;
};

/** Rejects an empty range with an error instead of an empty page. */
const withRanges = <Query extends Ranges>(query: z.ZodType<Query>) =>
  query
    .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
      path: ['to'],
      error: 'expected a moment after `from`',
    })
    .refine(({ minCost = 0, maxCost = Infinity }) => minCost <= maxCost, {
      path: ['maxCost'],
      error: 'expected no less than `minCost`',
    })
    .refine(({ minMs = 0, maxMs = Infinity }) => minMs <= maxMs, {
      path: ['maxMs'],
      error: 'expected no less than `minMs`',
    });

/** Searches turns, each by its last attempt; with `tool` or `model`, runs of any kind that called it. */
export const traceSearchQuery = withRanges(
  z.strictObject({
    ...filters,
    /**
     * Words, or their beginnings, of names and errors, and of messages, replies and arguments if the session may read texts;
     * or the full id of a trace, turn or conversation.
     */
    q: storableText(MAX_SEARCH_CHARACTERS).optional(),
    ...pageQuery.shape,
  }),
);
export type TraceSearchQuery = z.infer<typeof traceSearchQuery>;

export const foundSpan = listedSpan.extend({
  traceId: z.string(),
  org: consoleOrg,
  agent: z.string().nullable(),
  /** Models called, the one that was chosen for the run first. */
  models: z.array(z.string()),
  tools: z.array(z.string()),
  turnId: uuid.nullable(),
  conversationId: uuid.nullable(),
  tokens: z.int().nullable(),
  /** Attempts of the turn, of which the row shows the last. */
  attempts: z.int(),
  /** First characters of a turn's message; null if the session may not read texts. */
  excerpt: z.string().nullable(),
  startedAt: z.iso.datetime(),
});
export type FoundSpan = z.infer<typeof foundSpan>;
export const foundSpanPage = pageOf(foundSpan);
export type FoundSpanPage = z.infer<typeof foundSpanPage>;

/** The filters of a search without `q`, whose matches are not counted. */
export const traceFacetsQuery = withRanges(z.strictObject(filters));
export type TraceFacetsQuery = z.infer<typeof traceFacetsQuery>;

export const traceFacetName = z.enum(['status', 'org', 'pack', 'agent', 'tool', 'model']);
export type TraceFacetName = z.infer<typeof traceFacetName>;
export const traceFacet = z.object({
  /** Most frequent first. `count` is the number of runs that a search finds with this value instead of the current filter of the facet. */
  values: z.array(z.object({ value: z.string(), count: z.int() })),
  /** Number of counted runs, the newest of the time range. */
  counted: z.int(),
  /** False if the time range may contain older runs that were not counted. */
  complete: z.boolean(),
});
export type TraceFacet = z.infer<typeof traceFacet>;
export const traceFacets = z.record(traceFacetName, traceFacet);
export type TraceFacets = z.infer<typeof traceFacets>;
