import { z } from 'zod';

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

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  guid: 'a UUID',
  email: 'an e-mail address',
  url: 'an absolute URL',
  datetime: 'a date and time such as 2026-01-31T09:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 09:00:00',
};

/** Units of limits by type. Limits of numbers have no unit. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
};

z.config({ customError: describeIssue });

/** The expected value and, where useful, the received one; undefined selects zod's own message. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = KINDS[issue.expected] ?? issue.expected;
      if (issue.input === undefined) return `missing, expected ${wanted}`;
      // A schema that reads numbers converts other text to NaN.
      if (typeof issue.input === 'number' && Number.isNaN(issue.input)) return `expected ${wanted}`;
      return `expected ${wanted}, found ${kindOf(issue.input)}`;
    }
    case 'too_big':
      return `expected ${bound('at most', 'less than', issue)}${amount(issue.maximum, issue.origin)}`;
    case 'too_small':
      return `expected ${bound('at least', 'more than', issue)}${amount(issue.minimum, issue.origin)}`;
    case 'invalid_format':
      return issue.format in FORMATS ? `expected ${FORMATS[issue.format]}` : undefined;
    case 'invalid_value':
      return `expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(asWritten).join(', ')}`;
    case 'unrecognized_keys':
      return `unknown: ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

function asWritten(value: z.core.util.Primitive): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function bound(
  inclusive: string,
  exclusive: string,
  issue: { inclusive?: boolean; exact?: boolean },
): string {
  if (issue.exact) return 'exactly ';
  return `${issue.inclusive ? inclusive : exclusive} `;
}

function amount(limit: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return unit ? `${limit} ${unit[Number(limit) === 1 ? 0 : 1]}` : String(limit);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return KINDS[kind] ?? kind;
}

/** The expected value as data, for callers that write their own message, for example in another language. */
export type ValueExpectation =
  | { bound: 'at most' | 'less than' | 'at least' | 'more than'; limit: number }
  | { oneOf: string[] }
  /** An example, such as "a date such as 2026-01-31". */
  | { like: string }
  /** The message of the schema's author. */
  | { says: string };

/** The expectation behind an issue; null if it would help programmers only. */
export function expectationOf(issue: z.core.$ZodIssue): ValueExpectation | null {
  switch (issue.code) {
    case 'too_big':
      if (issue.origin !== 'number' || issue.exact) return null;
      return { bound: issue.inclusive ? 'at most' : 'less than', limit: Number(issue.maximum) };
    case 'too_small':
      if (issue.origin !== 'number' || issue.exact) return null;
      return { bound: issue.inclusive ? 'at least' : 'more than', limit: Number(issue.minimum) };
    case 'invalid_value':
      return { oneOf: issue.values.map(String) };
    case 'invalid_format': {
      const known = FORMATS[issue.format];
      if (known !== undefined) return { like: known };
      // The default message of zod contains the pattern itself.
      return issue.pattern !== undefined && issue.message.includes(issue.pattern)
        ? null
        : { says: issue.message };
    }
    case 'custom':
      return { says: issue.message };
    default:
      return null;
  }
}

/**
 * True if the message of an issue omits the received value although naming it would help: for a limit, a format, a choice,
 * or text that is not a number.
 */
export function omitsReceivedValue(issue: {
  readonly code?: string | undefined;
  readonly received?: unknown;
}): boolean {
  switch (issue.code) {
    case 'invalid_type':
      return issue.received === 'NaN';
    case 'too_big':
    case 'too_small':
    case 'invalid_value':
    case 'invalid_format':
      return true;
    default:
      return false;
  }
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
    .describe('Each invalid field, by its JSON Pointer.'),
  traceId: z.string().describe('Trace of the request.'),
});
export type Problem = z.infer<typeof problem>;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
