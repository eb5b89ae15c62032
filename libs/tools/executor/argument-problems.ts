import type { z } from 'zod';
import { expectationOf, type ValueExpectation } from '#contracts';
import { redact } from '#telemetry';
import { isObject, type JsonSchema } from '../dialects/json-schema.ts';
import { branchesOf, namedValues } from './schema-branches.ts';

/** One field that does not fit. */
export interface FieldProblem {
  /** Its path, such as `filters.0.value`. */
  name: string;
  /** What was expected, and what came. */
  problem: string;
  /** The same for who words it for people; null where it would say nothing to them. */
  expects: ValueExpectation | null;
}

/** What came is quoted up to this length. */
const MAX_QUOTED_CHARACTERS = 60;
/** More problems than these help nobody. */
const MAX_PROBLEMS = 20;

/** What zod found, in words that let a model mend its call. `given` is what was parsed. */
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

/** A type that does not fit says so by itself. */
function missing({ code }: z.core.$ZodIssue, expected: string): string {
  return code === 'invalid_type' ? expected : `missing, ${expected}`;
}

/** Of a union zod only says that nothing fits; what would have fitted stands with its branches, or in the schema. */
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

/** Shows what came without a secret: the name of its field may say that it is one. */
function quoted(path: readonly PropertyKey[], value: unknown): string {
  const name = String(path.findLast((step) => typeof step === 'string') ?? '');
  const shown = (redact({ [name]: value }) as Record<string, unknown>)[name];
  const json = JSON.stringify(shown) ?? String(shown);
  return json.length <= MAX_QUOTED_CHARACTERS ? json : `${json.slice(0, MAX_QUOTED_CHARACTERS)}…`;
}
