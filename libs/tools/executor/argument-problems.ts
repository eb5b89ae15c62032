import type { z } from 'zod';
import { cutText, expectationOf, type ValueExpectation } from '#contracts';
import { redact } from '#telemetry';
import { isObject, type JsonSchema } from '../dialects/json-schema.ts';
import { branchesOf, namedValues } from './schema-branches.ts';

/** One invalid field of the arguments. */
export interface FieldProblem {
  /** Path of the field, such as `filters.0.value`. */
  name: string;
  /** The expected and the received value, as text for the model. */
  problem: string;
  /** The expectation as data, for messages to people; null if it would not help them. */
  expects: ValueExpectation | null;
}

/** Received values are quoted up to this length. */
const MAX_QUOTED_CHARACTERS = 60;
/** Further problems are omitted. */
const MAX_PROBLEMS = 20;

/** Translates zod issues into text with which a model can correct its call. `given` is the parsed value. */
export function problemsOf(error: z.ZodError, root: JsonSchema, given: unknown): FieldProblem[] {
  return error.issues.slice(0, MAX_PROBLEMS).map((issue) => {
    const value = valueAt(given, issue.path);
    const expected = problemOf(issue, root);
    return {
      name: issue.path.join('.') || '(arguments)',
      problem:
        value === undefined ? missing(issue, expected) : `${expected} (got ${quoted(issue.path, value)})`,
      expects: expectationOf(issue),
    };
  });
}

/** Text for a missing field. zod's message for a wrong type needs no addition. */
function missing({ code }: z.core.$ZodIssue, expected: string): string {
  return code === 'invalid_type' ? expected : `missing, ${expected}`;
}

/** For unions, zod reports only that no branch fits; the expected values come from the branches or the schema. */
function problemOf(issue: z.core.$ZodIssue, root: JsonSchema): string {
  if (issue.code !== 'invalid_union') return issue.message;
  if (issue.errors.length > 0) {
    const parts = issue.errors.flatMap((branch) =>
      branch.map((part) => (part.path.length > 0 ? `${part.path.join('.')}: ${part.message}` : part.message)),
    );
    return [...new Set(parts)].join(', or ');
  }
  const values = schemasAt(root, issue.path).flatMap((schema) => namedValues(schema) ?? []);
  if (values.length === 0) return issue.message;
  return `expected one of ${[...new Set(values.map((value) => JSON.stringify(value)))].join(', ')}`;
}

function schemasAt(root: JsonSchema, path: readonly PropertyKey[]): JsonSchema[] {
  let schemas = branchesOf(root, root);
  for (const step of path) {
    schemas = schemas
      .flatMap((schema) =>
        typeof step === 'number'
          ? (schema.prefixItems?.[step] ?? schema.items ?? [])
          : (schema.properties?.[String(step)] ?? []),
      )
      .flatMap((schema) => branchesOf(root, schema));
  }
  return schemas;
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const step of path) {
    if (!isObject(value) && !Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, step) ? (value as Record<PropertyKey, unknown>)[step] : undefined;
  }
  return value;
}

/** Quotes the received value. It is redacted if the name of the field indicates a secret. */
function quoted(path: readonly PropertyKey[], value: unknown): string {
  const name = String(path.findLast((step) => typeof step === 'string') ?? '');
  const shown = (redact({ [name]: value }) as Record<string, unknown>)[name];
  return cutText(JSON.stringify(shown) ?? String(shown), MAX_QUOTED_CHARACTERS);
}
