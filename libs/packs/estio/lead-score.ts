/** What is known of a lead, for its score. */
export interface LeadFacts {
  hasDistrict: boolean;
  hasPrice: boolean;
  hasBedrooms: boolean;
  hasPhoneOrEmail: boolean;
  /** Something is remembered of when or why the person wants to buy or rent. */
  hasTimelineOrMotivation: boolean;
}

const POINTS_PER_FACT = 20;

/** 0 to 100: twenty points for each of the five facts. */
export function leadScore(facts: LeadFacts): number {
  const known = [
    facts.hasDistrict,
    facts.hasPrice,
    facts.hasBedrooms,
    facts.hasPhoneOrEmail,
    facts.hasTimelineOrMotivation,
  ].filter(Boolean);
  return known.length * POINTS_PER_FACT;
}
