import { z } from 'zod';
import { type OrgTransaction, defineTask } from '#pack-kit';
import { hasInsightOf } from '#memory';
import type { Profile } from '../schema/contact.repository.ts';
import { leadStatuses } from '../schema/entities/index.ts';
import type { Requirements } from '../schema/requirements.ts';

/** The facts of a lead from which its score is calculated. */
export const leadFacts = z.object({
  status: z.enum(leadStatuses),
  hasDistrict: z.boolean(),
  hasPrice: z.boolean(),
  hasBedrooms: z.boolean(),
  hasPhoneOrEmail: z.boolean(),
  /** True if an insight says when or why the person wants to buy or rent. */
  hasTimelineOrMotivation: z.boolean(),
});
export type LeadFacts = z.infer<typeof leadFacts>;

/** Reads the facts of a lead. */
export async function leadFactsOf(
  tx: OrgTransaction,
  profile: Profile,
  requirements: Requirements,
  now: Date,
): Promise<LeadFacts> {
  return {
    status: requirements.status,
    hasDistrict: requirements.district.length > 0,
    hasPrice: requirements.maxPrice !== null || requirements.minPrice !== null,
    hasBedrooms: requirements.bedrooms !== null || requirements.bedroomsMin !== null,
    hasPhoneOrEmail: profile.hasPhoneOrEmail,
    hasTimelineOrMotivation: await hasInsightOf(tx, profile.id, ['timeline', 'motivation'], now),
  };
}

const POINTS_PER_FACT = 20;

/** The score from 0 to 100: twenty points for each known fact. */
export function leadScore(facts: Omit<LeadFacts, 'status'>): number {
  const known = [
    facts.hasDistrict,
    facts.hasPrice,
    facts.hasBedrooms,
    facts.hasPhoneOrEmail,
    facts.hasTimelineOrMotivation,
  ].filter(Boolean);
  return known.length * POINTS_PER_FACT;
}

export const SCORE_LEAD = 'estio.score_lead';
export const leadScoreOutput = z.object({ score: z.int().min(0).max(100) });

export const scoreLead = defineTask({
  key: SCORE_LEAD,
  taskType: 'lead_scoring',
  instructions:
    'Score how close this lead of an estate agency is to a deal, from 0 to 100. Give about 20 points for each fact that is known: area, price, bedrooms, a way to reach the person, and a timeline or motivation. Move the result by at most 10 points for the status. Answer with the score only.',
  input: leadFacts,
  output: leadScoreOutput,
});
