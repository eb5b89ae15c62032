import { wordList } from '../values/word-list.ts';
import { z } from 'zod';
import { storableText } from '../values/ids.ts';

/** Requests and responses of the console's settings routes, which the page and the command line use. */

/** Accepts mistyped names too, so that the error can name them. */
export const settingName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,80}$/, 'expected the name of a setting, such as MODEL_ROUNDS');

const MAX_VALUE_CHARACTERS = 20_000;
const MAX_NAMES = 200;
const MAX_NAME_CHARACTERS = 64;

/** A text, a number or a list of names. The service checks the value against its setting and names the setting in errors. */
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

export const settingKinds = wordList('whole_number fraction names choice text url time_zone secret');

/** Source of the effective value; `made` is a value from the creation of the org, such as its time zone. */
export const settingSources = ['org', 'made', 'deployment', 'default'] as const;
export type SettingSource = (typeof settingSources)[number];

export const settingView = z.object({
  name: z.string(),
  kind: z.enum(settingKinds),
  /** Pack that declares the setting; null for the platform. */
  pack: z.string().nullable(),
  description: z.string(),
  readBy: z.string(),
  /** Minimum and maximum of a number. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  unit: z.string().nullable(),
  choices: z.array(z.string()).nullable(),
  /** Effective value; null when unset, and for every secret. */
  value: z.string().nullable(),
  /** True if the setting, including a secret, has a value. */
  isSet: z.boolean(),
  source: z.enum(settingSources),
  /** Value if the org sets none; null if there is none, and for every secret. */
  default: z.string().nullable(),
  /** Reason why the stored value is ignored; null if it is valid or nothing is stored. */
  problem: z.string().nullable(),
});
export type SettingView = z.infer<typeof settingView>;

export const settingList = z.object({
  items: z.array(settingView),
  /** False if the deployment has no `SECRETS_KEY`, so that secrets cannot be stored. */
  secretsCanBeStored: z.boolean(),
});
export type SettingList = z.infer<typeof settingList>;
