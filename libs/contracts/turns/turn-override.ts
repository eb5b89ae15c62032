import { z } from 'zod';

/** Name of a known model or of an org's own model. */
export const modelName = z.string().regex(/^[\w./:@-]{1,200}$/, 'expected the name of a model');

const overrideModelTier = z.enum(['flash', 'standard', 'premium']);
const overrideBroker = z.enum(['off', 'shadow', 'enforce']);

/**
 * Overrides of the org's settings for one turn. Only the playground of the console can set them. They are stored with the
 * turn, on its trace and in the audit log.
 */
export const turnOverride = z
  .strictObject({
    /** Only this model may answer; without it the turn fails. */
    model: modelName.optional(),
    /** The cheapest capable model of this tier answers, regardless of the task's tier; higher tiers are fallbacks. */
    tier: overrideModelTier.optional(),
    /** Mode of the broker, regardless of the flag `tool_broker`. */
    broker: overrideBroker.optional(),
  })
  .refine(({ model, tier }) => model === undefined || tier === undefined, {
    path: ['tier'],
    message: 'expected a model or a tier, not both',
  })
  .refine(({ model, tier, broker }) => (model ?? tier ?? broker) !== undefined, {
    message: 'expected a model, a tier or a mode of the broker',
  });
export type TurnOverride = z.infer<typeof turnOverride>;
