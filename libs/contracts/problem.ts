import { z } from 'zod';

/** Text that is no number becomes NaN on its way through a schema that reads numbers; people are told what was expected. */
z.config({
  customError: ({ code, input }) =>
    code === 'invalid_type' && typeof input === 'number' && Number.isNaN(input)
      ? 'expected a number'
      : undefined,
});

/** RFC 9457 problem details, the body of every error. */
export const problem = z.object({
  type: z.string().describe('Kind of the problem, such as urn:turnpike:problem:unknown-agent.'),
  title: z.string().describe('The HTTP status in words.'),
  status: z.number().int().describe('The HTTP status.'),
  detail: z.string().describe('What is wrong, for people.'),
  errors: z
    .array(z.object({ pointer: z.string(), detail: z.string() }))
    .optional()
    .describe('Each field that does not fit, by its JSON Pointer.'),
  traceId: z.string().optional().describe('Trace of the request.'),
});
export type Problem = z.infer<typeof problem>;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
