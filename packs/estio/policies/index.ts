import type { ReplyPolicy } from '#pack-kit';
import { deedsByTools } from './deeds-by-tools.ts';
import { factsFromTools } from './facts-from-tools.ts';
import { lawyerReview } from './lawyer-review.ts';
import { limitsKept } from './limits-kept.ts';
import { sampleNamed } from './sample-named.ts';

/** Checks of replies before they are sent, for the agents that search, book, negotiate and close. */
export const policies: ReplyPolicy[] = [factsFromTools, deedsByTools, lawyerReview, limitsKept, sampleNamed];
