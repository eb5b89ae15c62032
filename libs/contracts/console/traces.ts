import { z } from 'zod';
import { MAX_SEARCH_CHARACTERS } from './search.ts';
import { consoleOrg } from './session.ts';
import { spanStatus } from './spans.ts';
import { orgSlug, storableText, uuid } from '../values/ids.ts';
import { decimalNumber, wholeNumber } from '../values/numbers.ts';
import { pageOf, pageQuery } from '../values/page.ts';

/** What the console's server and its search over traces say to each other. Times are ISO 8601 in UTC. */

const MAX_NAME_CHARACTERS = 120;
const name = storableText(MAX_NAME_CHARACTERS).optional();
const amount = decimalNumber(0, 1_000_000_000).optional();
const instant = z.iso.datetime({ offset: true }).optional();

const filters = {
  org: orgSlug.optional(),
  /** Up to now, or up to `to`. */
  days: wholeNumber(1, 90).default(7),
  /** Spans that began then or later, in place of `days`. */
  from: instant,
  /** And before this. */
  to: instant,
  pack: name,
  agent: name,
  model: name,
  tool: name,
  status: spanStatus.optional(),
  /** US dollars. */
  minCost: amount,
  maxCost: amount,
  minMs: amount,
  maxMs: amount,
};

type Ranges = { [name in 'minCost' | 'maxCost' | 'minMs' | 'maxMs']?: number | undefined } & {
  [name in 'from' | 'to']?: string | undefined;
};

/** A range that nothing can be in is a mistake, not an empty page. */
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

/** A search finds turns; with `tool` it finds calls of that tool, with `model` calls of that model. */
export const traceSearchQuery = withRanges(
  z.strictObject({
    ...filters,
    /** Part of an error, or of input and output where the session may read texts; or the whole id of a trace, turn or conversation. */
    q: storableText(MAX_SEARCH_CHARACTERS).optional(),
    ...pageQuery.shape,
  }),
);
export type TraceSearchQuery = z.infer<typeof traceSearchQuery>;

export const foundSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  org: consoleOrg,
  name: z.string(),
  kind: z.string(),
  status: spanStatus,
  /** Of a `pending` one, whether a person has yet to agree. */
  awaitsApproval: z.boolean(),
  /** Whether it ended, or stopped, because somebody cancelled the turn: neither its success nor its failure. */
  cancelled: z.boolean(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
  tool: z.string().nullable(),
  turnId: uuid.nullable(),
  conversationId: uuid.nullable(),
  /** Prompt and completion together. */
  tokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  durationMs: z.number().nullable(),
  errorMessage: z.string().nullable(),
  /** Of a turn the first characters of its message, for who may read texts. */
  excerpt: z.string().nullable(),
  startedAt: z.iso.datetime(),
});
export type FoundSpan = z.infer<typeof foundSpan>;
export const foundSpanPage = pageOf(foundSpan);
export type FoundSpanPage = z.infer<typeof foundSpanPage>;

/** The filters of a search, but its words: those stand in no index, and cannot be counted. */
export const traceFacetsQuery = withRanges(z.strictObject(filters));
export type TraceFacetsQuery = z.infer<typeof traceFacetsQuery>;

export const traceFacetName = z.enum(['status', 'org', 'pack', 'agent', 'tool', 'model']);
export type TraceFacetName = z.infer<typeof traceFacetName>;
export const traceFacet = z.object({
  /** The most frequent first, each with the spans that a search with it in place of the facet's own filter would find. */
  values: z.array(z.object({ value: z.string(), count: z.int() })),
  /** The newest spans of the time range that were looked at. */
  counted: z.int(),
  /** False when there may be older ones. */
  complete: z.boolean(),
});
export type TraceFacet = z.infer<typeof traceFacet>;
export const traceFacets = z.record(traceFacetName, traceFacet);
export type TraceFacets = z.infer<typeof traceFacets>;
