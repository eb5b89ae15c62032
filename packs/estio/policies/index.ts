import type { ReplyPolicy } from '#pack-kit';
import { unsupportedClaims } from './unsupported-claims.ts';
import { inventedFacts } from './invented-facts.ts';
import { lawyerReview } from './lawyer-review.ts';
import { partyLimits } from './party-limits.ts';
import { sampleLabel } from './sample-label.ts';

/** Checks of replies before they are sent, for the agents that search, book, negotiate and close. */
export const policies: ReplyPolicy[] = [
  inventedFacts,
  unsupportedClaims,
  lawyerReview,
  partyLimits,
  sampleLabel,
];
