import { z } from 'zod';
import { consoleOrg } from './session.ts';
import { spanStatus } from './spans.ts';
import { orgSlug, storableText, uuid } from '../ids.ts';
import { pageOf, pageQuery } from '../page.ts';

/** What the console's server and its search over traces say to each other. Times are ISO 8601 in UTC. */

const MAX_SEARCH_CHARACTERS = 200;
const MAX_NAME_CHARACTERS = 120;
const name = storableText(MAX_NAME_CHARACTERS).optional();
const amount = z.coerce.number().min(0).max(1_000_000_000).optional();

/** A search finds turns; with `tool` it finds calls of that tool, with `model` calls of that model. */
export const traceSearchQuery = z.strictObject({
  org: orgSlug.optional(),
  days: z.coerce.number().int().min(1).max(90).default(7),
  agent: name,
  model: name,
  tool: name,
  status: spanStatus.optional(),
  /** US dollars. */
  minCost: amount,
  minMs: amount,
  maxMs: amount,
  /** Part of an error, or of input and output where the session may read texts; or the whole id of a trace, turn or conversation. */
  q: storableText(MAX_SEARCH_CHARACTERS).optional(),
  ...pageQuery.shape,
});
export type TraceSearchQuery = z.infer<typeof traceSearchQuery>;

export const foundSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  org: consoleOrg,
  name: z.string(),
  kind: z.string(),
  status: spanStatus,
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
