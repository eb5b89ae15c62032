import type { TurnOverride } from '#contracts';

/** Settings of a run that differ from the org's, as stored in the address. */
export interface RunSettings {
  /** Empty for the task's choice; `tier:premium`, or the name of a model. */
  model: string;
  /** Empty to follow the flag. */
  broker: string;
}

const TIER = 'tier:';
export const tiers = ['flash', 'standard', 'premium'] as const;
export const brokerModes = ['off', 'shadow', 'enforce'] as const;

export const tierValue = (tier: string) => `${TIER}${tier}`;

/** The override sent with the turn; undefined if there is none. */
export function overrideOf({ model, broker }: RunSettings): TurnOverride | undefined {
  const tier = tiers.find((known) => model === tierValue(known));
  const mode = brokerModes.find((known) => known === broker);
  const named = model !== '' && !model.startsWith(TIER) ? model : undefined;
  if (!tier && !mode && !named) return undefined;
  return { ...(named && { model: named }), ...(tier && { tier }), ...(mode && { broker: mode }) };
}

export function overrideWords({ model, tier, broker }: TurnOverride): string {
  const words = [model && `model ${model}`, tier && `tier ${tier}`, broker && `broker ${broker}`];
  return words.filter(Boolean).join(', ');
}
