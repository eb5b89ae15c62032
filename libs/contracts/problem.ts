import { z } from 'zod';

/** Kinds of values, as people and models are told of them. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'a boolean',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: 'null',
};

z.config({
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined;
    const { expected, input } = issue;
    const wanted = KINDS[expected] ?? expected;
    if (input === undefined) return `missing, expected ${wanted}`;
    // Text that is no number becomes NaN on its way through a schema that reads numbers.
    if (typeof input === 'number' && Number.isNaN(input)) return `expected ${wanted}`;
    return `expected ${wanted}, found ${kindOf(input)}`;
  },
});

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return KINDS[kind] ?? kind;
}

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
