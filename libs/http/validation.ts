import { StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { z } from 'zod';
// Its schemas, and with them how problems are worded, are loaded before any request.
import { omitsReceivedValue } from '#contracts';
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

/** Of a name that nobody knows, to who sent it. */
const MAX_NAME_CHARACTERS = 100;
/** More than this helps nobody, and a body of errors must not be larger than the body with the errors. */
const MAX_FIELD_PROBLEMS = 20;
/** Of a value of an address that is repeated to who sent it. */
const MAX_FOUND_CHARACTERS = 40;

/** Validates every `@Body`, `@Query` and `@Param` that has a schema; what does not fit gets 422 with each field named. */
export function validationPipe(): StandardSchemaValidationPipe {
  return new RequestValidation({ exceptionFactory: (issues) => new Unfit(issues) });
}

class Unfit extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super('The request does not fit.');
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
      const told = new Set(error.issues.map((issue) => pointerOf(issue, '')));
      const others = broken.filter((issue) => !told.has(pointerOf(issue, '')));
      throw problemOf([...error.issues, ...others], metadata, value);
    }
    throw problemOf(broken, metadata, value);
  }
}

/** What does not fit of a body, of the query, or of the parameter of the path or the query that is named. */
function problemOf(issues: readonly Issue[], metadata: ArgumentMetadata, given: unknown): ProblemError {
  const { type, data } = metadata;
  const parent = data === undefined ? '' : `/${escapePointer(data)}`;
  const whole = type === 'query' ? 'the query' : type === 'param' ? 'the path' : 'the body';
  const once = new Map(issues.map((issue) => [JSON.stringify([issue.path, issue.message]), issue]));
  const problems = [...once.values()]
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownNames(issue, metadata, parent)
        : [toFieldProblem(type === 'body' ? issue : withFound(issue, given), parent)],
    )
    .slice(0, MAX_FIELD_PROBLEMS);
  const said = problems.map(
    (problem) => problem.sentence ?? `${problem.pointer || whole}: ${problem.detail}`,
  );
  const errors = problems.map(({ pointer, detail }): FieldProblem => ({ pointer, detail }));
  const detail = said.join('; ');
  const end = detail.endsWith('?') ? '' : '.';
  return new ProblemError(422, 'invalid-request', `The request does not fit. ${detail}${end}`, { errors });
}

/** What was found in an address is said: a schema that reads text knows of `abc` only that it is no number. */
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
  const cut = value.slice(0, MAX_FOUND_CHARACTERS);
  return `"${cut}${cut === value ? '' : '…'}"`;
}

/**
 * A header that has to fit `schema`.
 *
 * @throws ProblemError 422 that names the header.
 */
export function readHeader<Value>(name: string, schema: z.ZodType<Value>, value: string | undefined): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const detail = [...new Set(parsed.error.issues.map((issue) => issue.message))].join('; ');
  throw new ProblemError(422, 'invalid-request', `The header ${name} does not fit: ${detail}.`, {
    errors: [{ pointer: `/${name}`, detail }],
  });
}

/** What is wrong at one place; `sentence` where it is said without its pointer. */
type SaidProblem = FieldProblem & { sentence?: string };

function toFieldProblem(issue: Issue, base: string): SaidProblem {
  return { pointer: pointerOf(issue, base), detail: issue.message };
}

/** Names that the schema does not know, each with one that was probably meant. A parameter is no field with a pointer. */
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

/** Of an object's schema; none where it is something else. */
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
