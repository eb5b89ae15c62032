import { z } from 'zod';

/** Of a known model, or of an org's own. */
export const modelName = z.string().regex(/^[\w./:@-]{1,200}$/, 'expected the name of a model');

const overrideModelTier = z.enum(['flash', 'standard', 'premium']);
const overrideBroker = z.enum(['off', 'shadow', 'enforce']);

/**
 * What one turn does in place of what its org's settings say: asked for by somebody who tries a message out in the
 * console, and by nobody else. It stands on the turn, on its trace and in the audit log.
 */
export const turnOverride = z
  .strictObject({
    /** This model answers, or the turn fails: none stands in for it. */
    model: modelName.optional(),
    /** The cheapest able model of this tier answers, whatever the task's tier; the tiers above stand in for it. */
    tier: overrideModelTier.optional(),
    /** The broker is in this mode, whatever the flag `tool_broker` says. */
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
