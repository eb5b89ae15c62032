import type { TurnOverride } from '#contracts';

/** How one of the runs beside each other differs from what the org's settings say; texts as they stand in the address. */
export interface RunSettings {
  /** Empty for the task's choice; `tier:premium`, or the name of a model. */
  model: string;
  /** Empty for what the flag says. */
  broker: string;
}

const TIER = 'tier:';
export const tiers = ['flash', 'standard', 'premium'] as const;
export const brokerModes = ['off', 'shadow', 'enforce'] as const;

export const tierValue = (tier: string) => `${TIER}${tier}`;

/** What the turn is asked to do otherwise; undefined where it is to do as the org does. */
export function overrideOf({ model, broker }: RunSettings): TurnOverride | undefined {
  const tier = tiers.find((known) => model === tierValue(known));
  const mode = brokerModes.find((known) => known === broker);
  const named = model !== '' && !model.startsWith(TIER) ? model : undefined;
  if (!tier && !mode && !named) return undefined;
  return { ...(named && { model: named }), ...(tier && { tier }), ...(mode && { broker: mode }) };
}

/** What was asked of a turn, in a few words. */
export function overrideWords({ model, tier, broker }: TurnOverride): string {
  const words = [model && `model ${model}`, tier && `tier ${tier}`, broker && `broker ${broker}`];
  return words.filter(Boolean).join(', ');
}
