import { z } from 'zod';
import { orgSlug, storableText, uuid } from '../values/ids.ts';

/** What the console's server, the page and the command line say to each other about flags. */

export const flagKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'expected the key of a flag, such as tool_broker');
export const flagValue = z.union([z.boolean(), storableText(100)]);

const percent = z.number().min(0).max(100);
const why = storableText(1_000);
/** The revision that was looked at (0: nothing was set); a later change is then refused with 409. */
const revision = z.number().int().min(0);

/** Where a flag gets a value. `org` is the own one when absent, for who has one. */
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
  /** Of the org's conversations; for a share, and only there. */
  percent: percent.optional(),
  /** Sets a gated variant although its gate is closed. */
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
  /** Also when something newer is overwritten by it. */
  force: z.boolean().default(false),
  overrideGate: z.boolean().default(false),
});
export type UndoFlagChange = z.input<typeof undoFlagChange>;

/** Flags as a file. A flag that it names is set to exactly this; one that it does not name is left alone. */
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
  /** Shows what would change and changes nothing. */
  dryRun: z.boolean().default(false),
  overrideGate: z.boolean().default(false),
});
export type ImportFlags = z.input<typeof importFlags>;

/** What is set at one place. */
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
  /** What the rate is made of, by day of UTC, over all orgs as it is; days without a measured turn are left out. */
  days: z.array(z.object({ day: z.string(), turns: z.number().int(), rate: z.number() })),
});

export const flagInOrg = z.object({
  org: z.object({ id: uuid, slug: z.string(), name: z.string() }),
  /** What conversations get that no share or pin changes. */
  effective: flagValue,
  /** The place that decided it; `code` for the default that the flag was declared with. */
  source: z.enum(['code', 'default', 'org', 'kill']),
  own: flagSetting,
  share: flagSetting,
  /** Conversations with a value of their own. */
  pinned: z.number().int(),
});
export type FlagInOrg = z.infer<typeof flagInOrg>;

export const flagView = z.object({
  key: z.string(),
  type: z.enum(['boolean', 'variants']),
  values: z.array(flagValue),
  description: z.string(),
  owner: z.string(),
  /** The default that the flag was declared with. */
  declaredDefault: flagValue,
  /** What the kill switch forces. */
  safe: flagValue,
  killed: z.boolean(),
  kill: flagSetting,
  /** The platform's default over the declared one. */
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
  /** Of the audit row; `undo` takes it. */
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

/** A flag that its guard took back from an org. */
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

export const flagListQuery = z.strictObject({ org: orgSlug.optional() });
export type FlagListQuery = z.infer<typeof flagListQuery>;
