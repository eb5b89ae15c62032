import { z } from 'zod';

/** RFC 9457 problem details, the body of every error. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  traceId: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
