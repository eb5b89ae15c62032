import { StandardSchemaValidationPipe } from '@nestjs/common';
import type { z } from 'zod';
import { ProblemError, type FieldProblem } from './problem.error.ts';

type Issue = Readonly<{
  message: string;
  path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
  code?: string;
  keys?: readonly string[];
}>;

/** More than this helps nobody, and a body of errors must not be larger than the body with the errors. */
const MAX_FIELD_PROBLEMS = 20;

/** Validates every `@Body`, `@Query` and `@Param` that has a schema; what does not fit gets 422 with each field named. */
export function validationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => {
      const errors = (issues as readonly Issue[]).flatMap(toFieldProblems).slice(0, MAX_FIELD_PROBLEMS);
      const detail = errors.map((error) => `${error.pointer || 'the body'}: ${error.detail}`).join('; ');
      return new ProblemError(422, 'invalid-request', `The request does not fit. ${detail}.`, { errors });
    },
  });
}

/**
 * A header that has to fit `schema`.
 *
 * @throws ProblemError 422 that names the header.
 */
export function readHeader<Value>(name: string, schema: z.ZodType<Value>, value: string | undefined): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const detail = parsed.error.issues.map((issue) => issue.message).join('; ');
  throw new ProblemError(422, 'invalid-request', `The header ${name} does not fit: ${detail}.`, {
    errors: [{ pointer: `/${name}`, detail }],
  });
}

function toFieldProblems(issue: Issue): FieldProblem[] {
  const parent = (issue.path ?? [])
    .map((part) => `/${escapePointer(String(typeof part === 'object' ? part.key : part))}`)
    .join('');
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({
      pointer: `${parent}/${escapePointer(key.slice(0, 100))}`,
      detail: 'unknown field',
    }));
  }
  return [{ pointer: parent, detail: issue.message }];
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
