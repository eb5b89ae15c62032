import { z } from 'zod';
import { orgSlug, storableText } from '../values/ids.ts';

/** What the console's server, the page and the command line say to each other about settings of an org. */

/** Long enough for a mistyped name, which the answer then names. */
export const settingName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,80}$/, 'expected the name of a setting, such as MODEL_ROUNDS');

const MAX_VALUE_CHARACTERS = 20_000;
const MAX_NAMES = 200;
const MAX_NAME_CHARACTERS = 64;

/** A text, a number, or a list of names. What fits depends on the setting, which the answer to a misfit names. */
const settingValue = z.union([
  storableText(MAX_VALUE_CHARACTERS),
  z.number().transform(String),
  z
    .array(storableText(MAX_NAME_CHARACTERS))
    .min(1)
    .max(MAX_NAMES)
    .transform((names) => names.join(',')),
]);
const why = storableText(1_000);

export const setSetting = z.strictObject({ value: settingValue, why });
export type SetSetting = z.output<typeof setSetting>;

export const clearSetting = z.strictObject({ why });
export type ClearSetting = z.infer<typeof clearSetting>;

export const settingQuery = z.strictObject({ org: orgSlug.optional() });
export type SettingQuery = z.infer<typeof settingQuery>;

export const settingKinds = [
  'whole_number',
  'fraction',
  'names',
  'choice',
  'text',
  'url',
  'time_zone',
  'secret',
] as const;

/** Who says what holds; `made` is what the org was made with and has not changed since, as its time zone. */
export const settingSources = ['org', 'made', 'deployment', 'default'] as const;
export type SettingSource = (typeof settingSources)[number];

export const settingView = z.object({
  name: z.string(),
  kind: z.enum(settingKinds),
  /** The pack that brings it; null for the platform's own. */
  pack: z.string().nullable(),
  description: z.string(),
  readBy: z.string(),
  /** Of numbers. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Of whole numbers. */
  unit: z.string().nullable(),
  /** Of a choice. */
  choices: z.array(z.string()).nullable(),
  /** What holds; null when it is not set, and for every secret. */
  value: z.string().nullable(),
  /** True when something holds, a secret too. */
  isSet: z.boolean(),
  source: z.enum(settingSources),
  /** What holds where the org sets nothing; null for nothing, and for every secret. */
  default: z.string().nullable(),
  /** Why what is stored counts as not set; null when it counts, or nothing is stored. */
  problem: z.string().nullable(),
});
export type SettingView = z.infer<typeof settingView>;

export const settingList = z.object({
  items: z.array(settingView),
  /** False where the deployment has no `SECRETS_KEY`: no secret can be stored. */
  secretsCanBeStored: z.boolean(),
});
export type SettingList = z.infer<typeof settingList>;
