import { z } from 'zod';
import { orgSlug, storableText, uuid } from '../values/ids.ts';

/** Requests and responses of the console's flag routes, which the page and the command line use. */

export const flagKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'expected the key of a flag, such as tool_broker');
export const flagValue = z.union([z.boolean(), storableText(100)]);

const percent = z.number().min(0).max(100);
const why = storableText(1_000);
/** Revision on which the change is based (0: nothing was set). If it is no longer current, the request gets 409. */
const revision = z.number().int().min(0);

/** Where a flag gets its value. `org` defaults to the org of the user, if the user has one. */
export const flagPlace = z.discriminatedUnion('place', [
  z.strictObject({ place: z.literal('default') }),
  z.strictObject({ place: z.literal('org'), org: orgSlug.optional() }),
  z.strictObject({ place: z.literal('share'), org: orgSlug.optional() }),
  z.strictObject({ place: z.literal('conversation'), org: orgSlug.optional(), conversationId: uuid }),
]);
export type FlagPlaceRequest = z.infer<typeof flagPlace>;

const decision = { why, revision: revision.optional() };

export const setFlag = z.strictObject({
  at: flagPlace,
  value: flagValue,
  /** Percentage of the org's conversations; for `share` only. */
  percent: percent.optional(),
  /** Sets a gated variant even if its gate is closed. */
  overrideGate: z.boolean().default(false),
  ...decision,
});
export type SetFlag = z.input<typeof setFlag>;

export const clearFlag = z.strictObject({ at: flagPlace, ...decision });
export type ClearFlag = z.infer<typeof clearFlag>;

export const switchFlag = z.strictObject(decision);
export type SwitchFlag = z.infer<typeof switchFlag>;

export const undoFlagChange = z.strictObject({
  why,
  /** Overwrites a newer change. */
  force: z.boolean().default(false),
  overrideGate: z.boolean().default(false),
});
export type UndoFlagChange = z.input<typeof undoFlagChange>;

/** Flags as a file. An import replaces all settings of the flags in the file and leaves other flags unchanged. */
export const flagDocument = z.strictObject({
  version: z.literal(1),
  flags: z.record(
    flagKey,
    z.strictObject({
      killed: z.boolean().optional(),
      default: flagValue.optional(),
      orgs: z
        .record(
          orgSlug,
          z.strictObject({
            value: flagValue.optional(),
            share: z.strictObject({ percent, value: flagValue }).optional(),
            conversations: z.record(uuid, flagValue).optional(),
          }),
        )
        .optional(),
    }),
  ),
});
export type FlagDocument = z.infer<typeof flagDocument>;

export const importFlags = z.strictObject({
  document: flagDocument,
  why,
  /** Returns the changes without making them. */
  dryRun: z.boolean().default(false),
  overrideGate: z.boolean().default(false),
});
export type ImportFlags = z.input<typeof importFlags>;

export const flagSetting = z.object({
  value: flagValue.nullable(),
  percent: z.number().nullable(),
  revision: z.number().int(),
});
export type FlagSettingView = z.infer<typeof flagSetting>;

export const flagGate = z.object({
  variant: z.string(),
  measuredIn: z.string(),
  open: z.boolean(),
  /** Share of measured turns in which every called tool was in the broker's set, 0 to 1; null when none was measured. */
  rate: z.number().nullable(),
  turns: z.number().int(),
  minRate: z.number(),
  minTurns: z.number().int(),
  windowDays: z.number(),
  /** The rate by UTC day, over all orgs like `rate`; without days that have no measured turn. */
  days: z.array(z.object({ day: z.string(), turns: z.number().int(), rate: z.number() })),
});

export const flagInOrg = z.object({
  org: z.object({ id: uuid, slug: z.string(), name: z.string() }),
  /** Value for conversations without a share or a pin. */
  effective: flagValue,
  /** Place that determines `effective`; `code` is the declared default. */
  source: z.enum(['code', 'default', 'org', 'kill']),
  own: flagSetting,
  share: flagSetting,
  /** Number of conversations with their own value. */
  pinned: z.number().int(),
});
export type FlagInOrg = z.infer<typeof flagInOrg>;

/**
 * Why the share of an org has no effect; undefined if it has one or there is no share. A share without effect
 * stays stored and applies again after another value of the org or the end of the kill switch.
 */
export function whyShareIsIdle(
  { source, effective, share }: FlagInOrg,
  word = String(effective),
): string | undefined {
  if (share.value === null) return undefined;
  if (source === 'kill') return 'the kill switch overrides it';
  if (share.percent === 0) return 'it covers no conversation';
  return share.value === effective ? `all conversations already get ${word}` : undefined;
}

export const flagView = z.object({
  key: z.string(),
  type: z.enum(['boolean', 'variants']),
  values: z.array(flagValue),
  description: z.string(),
  owner: z.string(),
  /** Default from the declaration of the flag. */
  declaredDefault: flagValue,
  /** Value that the kill switch forces. */
  safe: flagValue,
  killed: z.boolean(),
  kill: flagSetting,
  /** Platform default, which overrides the declared one. */
  default: flagSetting,
  gate: flagGate.nullable(),
  guard: z
    .object({
      variant: z.string(),
      fallback: z.string(),
      minRate: z.number(),
      minRateSetting: z.string(),
      minTurns: z.number().int(),
      windowMinutes: z.number().int(),
    })
    .nullable(),
  orgs: z.array(flagInOrg),
});
export type FlagView = z.infer<typeof flagView>;

export const flagList = z.object({ items: z.array(flagView) });

export const flagChange = z.object({
  /** Id of the audit row, which `undo` takes. */
  id: uuid,
  at: z.iso.datetime(),
  org: z.object({ id: uuid, slug: z.string() }).nullable(),
  actor: z.object({ kind: z.string(), userId: uuid.nullable(), name: z.string().nullable() }),
  action: z.string(),
  flag: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  why: z.string().nullable(),
});
export type FlagChange = z.infer<typeof flagChange>;

export const flagDetail = z.object({
  flag: flagView,
  conversations: z.array(
    z.object({ org: z.string(), conversationId: uuid, value: flagValue, revision: z.number().int() }),
  ),
  /** Newest first. */
  history: z.array(flagChange),
});
export type FlagDetail = z.infer<typeof flagDetail>;

export const flagDifference = z.object({
  flag: z.string(),
  place: z.string(),
  org: z.string().nullable(),
  conversationId: uuid.nullable(),
  from: flagValue.nullable(),
  fromPercent: z.number().nullable(),
  to: flagValue.nullable(),
  toPercent: z.number().nullable(),
});
export type FlagDifference = z.infer<typeof flagDifference>;

export const flagImportOutcome = z.object({ dryRun: z.boolean(), changes: z.array(flagDifference) });
export type FlagImportOutcome = z.infer<typeof flagImportOutcome>;

/** A flag that its safeguard reset in an org. */
export const flagAlert = z.object({
  id: uuid,
  org: z.object({ id: uuid, slug: z.string() }),
  flag: z.string(),
  fromValue: z.string(),
  toValue: z.string(),
  rate: z.number(),
  turns: z.number().int(),
  threshold: z.number(),
  raisedAt: z.iso.datetime(),
});
export type FlagAlertView = z.infer<typeof flagAlert>;

export const flagAlerts = z.object({ items: z.array(flagAlert) });
