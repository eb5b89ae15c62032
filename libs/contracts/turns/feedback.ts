import { z } from 'zod';
import { UNSTORABLE, WITHOUT_NUL } from '../values/ids.ts';

const MAX_COMMENT_CHARACTERS = 2_000;

export const feedbackRating = z.enum(['up', 'down']);
export type FeedbackRating = z.infer<typeof feedbackRating>;

/** Body of `POST /v1/turns/:id/feedback`. */
export const giveFeedback = z
  .strictObject({
    rating: feedbackRating.describe('What the reader thought of the reply.'),
    comment: z
      .string()
      .max(MAX_COMMENT_CHARACTERS)
      .regex(WITHOUT_NUL, UNSTORABLE)
      .optional()
      .describe("The reader's own words, at most 2,000 characters."),
  })
  .meta({ example: { rating: 'up', comment: 'Just what I was looking for' } });
export type GiveFeedback = z.infer<typeof giveFeedback>;

export const feedbackView = z.object({
  rating: feedbackRating,
  comment: z.string().nullable(),
  at: z.iso.datetime().describe('When it was given, or changed last (ISO 8601, UTC).'),
});
