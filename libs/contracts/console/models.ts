import { z } from 'zod';
import { USUAL_INPUT_MARGIN } from '../orgs/input-margin.ts';
import { modelName } from '../turns/turn-override.ts';

const tier = z.enum(['flash', 'standard', 'premium']);
export type ConsoleModelTier = z.infer<typeof tier>;

/** Name of an own model, used in routes and traces. */
export const ownModelName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/, 'expected letters, digits and . _ : -');

const serversName = z.string().regex(/^[\w./:@-]{1,200}$/, 'expected the name of a model');

/** Name of a known model or an own model. */
export const anyModelName = modelName;

export const taskTypeName = z.string().regex(/^[a-z][a-z0-9_]{0,99}$/, 'expected a task type in snake_case');

const usdPerMillion = z.number().min(0).max(100_000);

/** A key as a header can carry it. */
const secretKey = z
  .string()
  .min(1)
  .max(4_000)
  .regex(/^[\x21-\x7e]+$/, 'expected a key without spaces or line breaks');

const ownModelFields = {
  /** Base URL, such as `https://gpu.example.com/v1`; request paths are appended. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .regex(/^[^?#]*$/, 'expected an address without ? and #, since paths follow it'),
  /** Model id on the server; default: `name`. */
  model: serversName.optional(),
  tier,
  /** USD per million tokens; default: 0. */
  prices: z
    .strictObject({
      input: usdPerMillion,
      /** Default: `input`. */
      cachedInput: usdPerMillion.optional(),
      output: usdPerMillion,
    })
    .default({ input: 0, output: 0 }),
  contextWindowTokens: z.int().min(1_024).max(100_000_000).default(128_000),
  maxOutputTokens: z.int().min(16).max(10_000_000).default(8_192),
  /** Upper bound of the server's token count divided by ours. Hard budgets reserve this much. */
  inputMargin: z.number().min(1).max(10).default(USUAL_INPUT_MARGIN),
  abilities: z
    .strictObject({
      tools: z.boolean().default(true),
      vision: z.boolean().default(false),
      jsonSchema: z.boolean().default(false),
      streaming: z.boolean().default(true),
    })
    .prefault({}),
  /** Null for a server that wants none. Stored encrypted and never shown again. */
  apiKey: secretKey.nullable().optional(),
};

export const addOwnModel = z.strictObject({ name: ownModelName, ...ownModelFields });
export type AddOwnModel = z.infer<typeof addOwnModel>;

/** Checks whether the server offers the model. Other fields do not affect the check. */
export const checkOwnModel = z.strictObject({
  name: ownModelName,
  baseUrl: ownModelFields.baseUrl,
  model: ownModelFields.model,
  apiKey: ownModelFields.apiKey,
});
export type CheckOwnModel = z.infer<typeof checkOwnModel>;

/** Reason why the model cannot be called; null if it can. */
export const ownModelCheck = z.object({ problem: z.string().nullable() });
export type OwnModelCheckAnswer = z.infer<typeof ownModelCheck>;

/** Replaces all values. An absent key is kept unless the address changes. */
export const replaceOwnModel = z.strictObject(ownModelFields);
export type ReplaceOwnModel = z.infer<typeof replaceOwnModel>;

/** `null` restores the platform's tier; `off` disables the model for the org. */
export const modelTierChange = z.strictObject({ tier: z.enum([...tier.options, 'off']).nullable() });
export type ModelTierChange = z.infer<typeof modelTierChange>;

export const taskTierChange = z.strictObject({ tier: tier.nullable() });
export type TaskTierChange = z.infer<typeof taskTierChange>;

export const keyedProvider = z.enum(['google', 'openai', 'anthropic']);

export const addProviderKey = z.strictObject({
  provider: keyedProvider,
  key: secretKey.regex(/^[^,]*$/, 'expected one key: several are added one after the other'),
});
export type AddProviderKey = z.infer<typeof addProviderKey>;

export const keyFingerprint = z.string().regex(/^[0-9a-f]{16}$/, 'expected the fingerprint of a key');

/** @property model the own model whose key it is, where the provider is `compatible`. */
export const putBackKey = z
  .strictObject({
    provider: z.enum([...keyedProvider.options, 'compatible']),
    fingerprint: keyFingerprint,
    model: ownModelName.optional(),
  })
  .refine(({ provider, model }) => (provider === 'compatible') === (model !== undefined), {
    path: ['model'],
    message: 'expected the name of the model with provider compatible, and only there',
  });
export type PutBackKey = z.infer<typeof putBackKey>;

/** A model in cooldown because its provider did not know it. */
export const putBackModel = z.strictObject({
  provider: z.enum([...keyedProvider.options, 'compatible']),
  model: anyModelName,
});
export type PutBackModel = z.infer<typeof putBackModel>;

const consoleModel = z.object({
  name: z.string(),
  provider: z.string(),
  tier: z.enum([...tier.options, 'off']),
  /** Tier without the org's override. */
  ownTier: tier,
  /** USD per million tokens, when they were read, and where. */
  prices: z.object({
    input: z.number(),
    cachedInput: z.number(),
    output: z.number(),
    /** True for a model without a price: set `MODEL_PRICES_USD`. */
    unknown: z.boolean().optional(),
    readOn: z.string(),
    source: z.string(),
  }),
  contextWindowTokens: z.number(),
  maxOutputTokens: z.number(),
  inputMargin: z.number(),
  abilities: z.object({
    tools: z.boolean(),
    vision: z.boolean(),
    jsonSchema: z.boolean(),
    streaming: z.boolean(),
  }),
  /** Of the org's own models; null for those of the platform. */
  own: z.object({ baseUrl: z.string(), model: z.string(), hasKey: z.boolean() }).nullable(),
  /**
   * Cooldown of the model because its provider did not know it: other models answer for `forMs`. `here` is true for
   * the account of the viewed org or deployment, false for the deployment's account seen from an org.
   */
  cooldown: z.object({ forMs: z.number(), here: z.boolean() }).nullable(),
});
export type ConsoleModel = z.infer<typeof consoleModel>;

export const consoleModels = z.object({
  items: z.array(consoleModel),
  taskTiers: z.array(z.object({ task: z.string(), tier, isOwn: z.boolean() })),
  /** False where the deployment has no `SECRETS_KEY`: no key can be stored. */
  keysCanBeStored: z.boolean(),
});
export type ConsoleModels = z.infer<typeof consoleModels>;

export const consoleProviderKeys = z.object({
  items: z.array(
    z.object({
      provider: z.string(),
      model: z.string().nullable(),
      fingerprint: z.string(),
      addedAt: z.string().nullable(),
      state: z.enum(['in_use', 'cooldown', 'removed']),
      /** Remaining cooldown of the key; null without one. */
      cooldownMs: z.number().nullable(),
      /** Status with which the provider refused it. */
      refusedWith: z.number().nullable(),
      since: z.string().nullable(),
    }),
  ),
});
export type ConsoleProviderKeys = z.infer<typeof consoleProviderKeys>;

export const consoleCircuits = z.object({
  items: z.array(
    z.object({
      process: z.string(),
      app: z.string(),
      provider: z.string(),
      model: z.string(),
      /** True for the circuit of the org's own calls, false for that of all orgs. */
      own: z.boolean(),
      state: z.enum(['closed', 'open', 'half_open']),
      failure: z.string().nullable(),
      since: z.string(),
      seenAt: z.string(),
    }),
  ),
});
export type ConsoleCircuits = z.infer<typeof consoleCircuits>;
