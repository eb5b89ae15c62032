import { types } from 'node:util';
import { ToolError, type OrgTransaction, type Dataset } from '#pack-kit';
import { MAX_GROUPS, type AppliedFilter, type DataQuestion } from './data-question.ts';
import type { Asker } from './conditions.ts';
import { statementsFor, type Statement } from './statements.ts';

/** Limit of each statement of an answer. */
export const STATEMENT_TIMEOUT_MS = 3_000;
const QUERY_CANCELED = '57014';
/** SQLSTATE class of data exceptions, such as a number out of range. */
const DATA_EXCEPTION = /^22/;

type FieldValue = string | number | boolean | null;

export interface DataAnswer {
  dataset: string;
  operation: 'list' | 'count' | 'aggregate';
  /** Rows keyed by the names of fields, or of groups and metrics; of a count, one with `count`. */
  rows: Record<string, FieldValue>[];
  count?: number;
  /** Number of matching rows before the limit; only for a list. */
  total?: number;
  truncated: boolean;
  appliedFilters: AppliedFilter[];
  /** True if demo rows are among the matching rows. */
  sample: boolean;
}

/**
 * Answers a question from one dataset.
 *
 * @param tx may not write, and limits its statements to {@link STATEMENT_TIMEOUT_MS}.
 * @throws ToolError as {@link statementsFor}; LIMIT_EXCEEDED for more than 200 groups; TIMEOUT.
 */
export async function answerQuestion(
  tx: OrgTransaction,
  question: DataQuestion,
  dataset: Dataset,
  asker: Asker,
): Promise<DataAnswer> {
  const { operation, count, rows, appliedFilters } = statementsFor(question, dataset, asker);
  const [counted] = await select(tx, count);
  const matching = Number(counted?.['count'] ?? 0);
  const found = rows ? await select(tx, rows) : [];
  const common = { dataset: dataset.name, operation, appliedFilters, sample: counted?.['sample'] === true };
  switch (operation) {
    case 'count':
      return { ...common, rows: [{ count: matching }], count: matching, truncated: false };
    case 'list': {
      const truncated = question.offset + found.length < matching;
      return { ...common, rows: found, total: matching, truncated };
    }
    case 'aggregate': {
      if (found.length > MAX_GROUPS) throw tooManyGroups();
      const end = question.offset + question.limit;
      return { ...common, rows: found.slice(question.offset, end), truncated: found.length > end };
    }
  }
}

async function select(tx: OrgTransaction, { sql, values, columns }: Statement): Promise<DataAnswer['rows']> {
  const rows = await tx.queryComposed(sql, values).catch((error: unknown) => {
    throw asToolError(error);
  });
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, shown(row[`c${at}`])])));
}

/** A value of a column, of the types that fields have. */
function shown(value: unknown): FieldValue {
  return value instanceof Date ? value.toISOString() : ((value ?? null) as FieldValue);
}

function asToolError(error: unknown): unknown {
  const code = types.isNativeError(error) && 'code' in error ? String(error.code) : '';
  if (code === QUERY_CANCELED)
    return new ToolError('TIMEOUT', `That took longer than ${STATEMENT_TIMEOUT_MS / 1000} s; ask for less.`);
  return DATA_EXCEPTION.test(code)
    ? new ToolError('VALIDATION_FAILED', 'A value lies beyond what its field can hold.')
    : error;
}

function tooManyGroups(): ToolError {
  return new ToolError(
    'LIMIT_EXCEEDED',
    `That makes more than ${MAX_GROUPS} groups: narrow it by filters, or group by something coarser.`,
  );
}
