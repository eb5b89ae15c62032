import { StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { z } from 'zod';
// Importing the schemas also installs their error messages, before the first request.
import { cutText, omitsReceivedValue } from '#contracts';
import { nearestNames } from '#identity';
import { brokenTexts } from './broken-text.ts';
import { ProblemError, type FieldProblem } from './problem.error.ts';

type Issue = Readonly<{
  message: string;
  path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
  code?: string;
  received?: unknown;
  keys?: readonly string[];
}>;

/** Maximum length of an unknown name in an error. */
const MAX_NAME_CHARACTERS = 100;
/** Maximum number of reported errors, so that the response cannot be larger than the request. */
const MAX_FIELD_PROBLEMS = 20;
/** Maximum length of a value of the URL that an error repeats. */
const MAX_FOUND_CHARACTERS = 40;

/** Validates every `@Body`, `@Query` and `@Param` that has a schema. Invalid requests get 422 with each field named. */
export function validationPipe(): StandardSchemaValidationPipe {
  return new RequestValidation({ exceptionFactory: (issues) => new Unfit(issues) });
}

class Unfit extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super('The request is invalid.');
  }
}

class RequestValidation extends StandardSchemaValidationPipe {
  override async transform<Value>(value: Value, metadata: ArgumentMetadata): Promise<Value> {
    const broken = metadata.type === 'body' && metadata.schema ? brokenTexts(value, MAX_FIELD_PROBLEMS) : [];
    try {
      const read = await super.transform(value, metadata);
      if (broken.length === 0) return read;
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      const reported = new Set(error.issues.map((issue) => pointerOf(issue, '')));
      const others = broken.filter((issue) => !reported.has(pointerOf(issue, '')));
      throw problemOf([...error.issues, ...others], metadata, value);
    }
    throw problemOf(broken, metadata, value);
  }
}

/** Makes the problem for an invalid body, query or path parameter. */
function problemOf(issues: readonly Issue[], metadata: ArgumentMetadata, given: unknown): ProblemError {
  const { type, data } = metadata;
  const parent = data === undefined ? '' : `/${escapePointer(data)}`;
  const whole = type === 'query' ? 'the query' : type === 'param' ? 'the path' : 'the body';
  // A refinement presupposes the type and the format of its value, so it is not reported for a value without them.
  const unread = new Set(issues.filter(({ code }) => code !== 'custom').map((issue) => pointerOf(issue, '')));
  const causes = issues.filter((issue) => issue.code !== 'custom' || !unread.has(pointerOf(issue, '')));
  const once = new Map(causes.map((issue) => [JSON.stringify([issue.path, issue.message]), issue]));
  const problems = [...once.values()]
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownNames(issue, metadata, parent)
        : [toFieldProblem(type === 'body' ? issue : withFound(issue, given), parent)],
    )
    .slice(0, MAX_FIELD_PROBLEMS);
  const sentences = problems.map(
    (problem) => problem.sentence ?? `${problem.pointer || whole}: ${problem.detail}`,
  );
  const errors = problems.map(({ pointer, detail }): FieldProblem => ({ pointer, detail }));
  const detail = sentences.join('; ');
  const end = detail.endsWith('?') ? '' : '.';
  return new ProblemError(422, 'invalid-request', `The request is invalid. ${detail}${end}`, { errors });
}

/** Adds the received value of the URL to the message, because the schema's message only says that a number was expected. */
function withFound(issue: Issue, given: unknown): Issue {
  if (!omitsReceivedValue(issue)) return issue;
  const found = foundAt(given, issue.path ?? []);
  return found === undefined ? issue : { ...issue, message: `${issue.message}, found ${found}` };
}

function foundAt(given: unknown, path: NonNullable<Issue['path']>): string | undefined {
  let value = given;
  for (const part of path) {
    const key = typeof part === 'object' ? part.key : part;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  if (Array.isArray(value)) return `${value.length} values`;
  if (typeof value !== 'string') return undefined;
  return `"${cutText(value, MAX_FOUND_CHARACTERS)}"`;
}

/**
 * Reads and validates a header.
 *
 * @throws ProblemError 422 that names the header.
 */
export function readHeader<Value>(name: string, schema: z.ZodType<Value>, value: string | undefined): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const detail = [...new Set(parsed.error.issues.map((issue) => issue.message))].join('; ');
  throw new ProblemError(422, 'invalid-request', `The header ${name} is invalid: ${detail}.`, {
    errors: [{ pointer: `/${name}`, detail }],
  });
}

/** A problem at one place. `sentence` replaces the text with the pointer. */
type SaidProblem = FieldProblem & { sentence?: string };

function toFieldProblem(issue: Issue, base: string): SaidProblem {
  return { pointer: pointerOf(issue, base), detail: issue.message };
}

/** Problems for unknown names, each with the closest known name. Query parameters are reported without a pointer. */
function unknownNames(issue: Issue, { type, schema }: ArgumentMetadata, base: string): SaidProblem[] {
  const parent = pointerOf(issue, base);
  const known = issue.path?.length ? [] : namesIn(schema);
  return (issue.keys ?? []).slice(0, MAX_FIELD_PROBLEMS).map((key) => {
    const name = key.slice(0, MAX_NAME_CHARACTERS);
    const pointer = `${parent}/${escapePointer(name)}`;
    const [meant] = nearestNames(name, known);
    const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
    if (type !== 'query') return { pointer, detail: `unknown field${hint}` };
    const detail = `unknown parameter "${name}"${hint}`;
    return { pointer, detail, sentence: detail };
  });
}

/** Property names of an object schema; empty for other schemas. */
function namesIn(schema: ArgumentMetadata['schema']): string[] {
  const { shape } = (schema ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}

function pointerOf({ path }: Issue, base: string): string {
  const parts = (path ?? []).map(
    (part) => `/${escapePointer(String(typeof part === 'object' ? part.key : part))}`,
  );
  return [base, ...parts].join('');
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
