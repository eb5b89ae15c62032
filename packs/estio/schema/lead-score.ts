import { z } from 'zod';
import type { OrgTransaction } from '#pack-kit';
import { hasInsightOf } from '#memory';
import type { Profile } from './contact.repository.ts';
import { leadStatuses } from './entities/index.ts';
import type { Requirements } from './requirements.ts';

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
  return Object.values(facts).filter((fact) => fact === true).length * POINTS_PER_FACT;
}
