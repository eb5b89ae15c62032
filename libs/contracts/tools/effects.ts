import { z } from 'zod';
import { boundedJson } from '../values/bounded-json.ts';
import { consoleOrg } from '../console/session.ts';
import { NO_NUL, orgSlug, uuid } from '../values/ids.ts';
import { wholeNumber } from '../values/numbers.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../values/page.ts';

const effectStates = ['started', 'done', 'failed', 'unknown_outcome'] as const;
const effectState = z.enum(effectStates);
export type EffectState = z.infer<typeof effectState>;

const MAX_KEY_CHARACTERS = 500;

/** Query of the console's list of effects, newest first. */
export const consoleEffectQuery = z.strictObject({
  /** Slug of an org. Default: every org that the session can access. */
  org: orgSlug.optional(),
  state: effectState.optional(),
  limit: wholeNumber(1, MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  cursor: z.string().min(1).max(2_000).optional(),
});
export type ConsoleEffectQuery = z.infer<typeof consoleEffectQuery>;

/** Key of a call with a side effect, in the path. */
export const effectKey = z
  .string()
  .min(1)
  .max(MAX_KEY_CHARACTERS)
  .refine(...NO_NUL);

export const consoleEffect = z.object({
  key: z.string(),
  org: consoleOrg,
  tool: z.string(),
  state: effectState,
  turnId: uuid.nullable(),
  conversationId: uuid.nullable(),
  /** Arguments without secrets; null if the session may not read texts. The same holds for `result`. */
  arguments: z.unknown(),
  result: z.unknown(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** The person who settled an unknown outcome. */
  settled: z.object({ by: uuid, at: z.iso.datetime(), why: z.string() }).nullable(),
});
export type ConsoleEffect = z.infer<typeof consoleEffect>;

export const consoleEffectPage = z.object({
  items: z.array(consoleEffect),
  nextCursor: z.string().nullable(),
});
export type ConsoleEffectPage = z.infer<typeof consoleEffectPage>;

/** Org of the key, for sessions with several orgs. */

/** The decision of a person about an unknown outcome. */
export const settleEffect = z
  .strictObject({
    outcome: z.enum(['done', 'failed']),
    /** Result for a repeated call with the key; for outcome `done` only. */
    result: boundedJson.optional(),
    why: z.string().trim().min(1, 'expected how this is known').max(500),
  })
  .refine(({ outcome, result }) => outcome === 'done' || result === undefined, {
    path: ['result'],
    message: 'expected no result: the call did not happen',
  });
export type SettleEffect = z.infer<typeof settleEffect>;
