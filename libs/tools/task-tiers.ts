import type { Pack, TaskTier } from '#pack-kit';
import { SNAKE_CASE } from './name-checks.ts';

/** Task types of the platform; packs add their own. A task type without a tier is `standard`. */
export const platformTaskTiers: Readonly<Record<string, TaskTier>> = {
  intent_classification: 'flash',
  sentiment_analysis: 'flash',
  lead_scoring: 'flash',
  summarization: 'flash',
  insight_extraction: 'flash',
  property_search: 'standard',
  qualification: 'standard',
  draft_reply: 'standard',
  objection_handling: 'standard',
  negotiation: 'premium',
  contract_review: 'premium',
  complex_coordination: 'premium',
};

/** Every task type that the packs name, with its tier: from the platform, from the pack that adds it, or `standard`. */
export function taskTiersOf(packs: readonly Pack[]): Readonly<Record<string, TaskTier>> {
  const named = packs.flatMap(({ agents, tasks = [] }) =>
    [...agents, ...tasks].map(({ taskType }) => taskType),
  );
  return {
    ...Object.fromEntries(named.map((type) => [type, 'standard' as const])),
    ...Object.assign({}, ...packs.map(({ taskTiers }) => taskTiers)),
    ...platformTaskTiers,
  };
}

/** The reasons why the task types of the packs are invalid; empty if they are valid. */
export function taskTierProblems(packs: readonly Pack[]): string[] {
  const given = packs.flatMap(({ name, taskTiers = {} }) =>
    Object.entries(taskTiers).map(([type, tier]) => ({ pack: name, type, tier })),
  );
  return given.flatMap(({ pack, type, tier }, place) => {
    const where = `pack ${pack}: the task type ${type}`;
    const other = given.slice(place + 1).find((one) => one.type === type && one.tier !== tier);
    return [
      ...(SNAKE_CASE.test(type) ? [] : [`${where} is not snake_case`]),
      ...(Object.hasOwn(platformTaskTiers, type) ? [`${where} is the platform's; choose another name`] : []),
      ...(other ? [`${where} has another tier in pack ${other.pack}`] : []),
    ];
  });
}
