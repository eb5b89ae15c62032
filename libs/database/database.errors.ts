import { types } from 'node:util';
import { TurnpikeError } from '#contracts';

/** When the database is away, most often it is back within this time. */
const USUALLY_BACK_MS = 2_000;

/** The database could not be reached, or broke the connection. Worth another try. */
export class DatabaseUnavailableError extends TurnpikeError {
  /** @param mayHaveCommitted the COMMIT of `Database.forOrg` or `asPlatform` failed: its answer may have been lost after it. */
  constructor(
    cause: unknown,
    readonly mayHaveCommitted = false,
  ) {
    super('The database cannot be reached. Try again in a moment.', {
      code: 'DATABASE_UNAVAILABLE',
      kind: 'unavailable',
      audience: 'operator',
      retry: 'retry',
      retryAfterMs: USUALLY_BACK_MS,
      cause,
    });
  }
}

/** The connection was closed as no answer came; the network says it with the same code, where it says it. */
export class NoAnswerError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database has not answered in time; the connection was closed');
  }
}

/** A database cannot be brought to the newest schema before somebody has done what the message says. */
export class MigrationRefusedError extends TurnpikeError {
  constructor(message: string, cause?: unknown) {
    super(message, { code: 'MIGRATION_REFUSED', kind: 'not_configured', audience: 'operator', cause });
  }
}

/** A statement was sent after its transaction had ended: somebody did not wait for it. */
export class TransactionOverError extends TurnpikeError {
  constructor() {
    super('This transaction is over; a statement of it was not waited for', {
      code: 'TRANSACTION_OVER',
      kind: 'defect',
      audience: 'developer',
    });
  }
}

/** A statement failed and nobody said so: the commit came out as a rollback. */
export class RolledBackError extends Error {
  constructor() {
    super('The transaction was rolled back by the database');
    this.name = 'RolledBackError';
  }
}

/**
 * SQLSTATE classes and codes after which the same work may succeed: connection, idle for too long, resources, shutdown,
 * serialization. Not 08P01: a statement with the wrong number of parameters is our own fault.
 */
const TRANSIENT_SQLSTATES = /^(08(?!P01)|25P03|53|57P0[123]|40001|40P01|55P03)/;
const TRANSIENT_NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const CONNECTION_LOST =
  /Connection terminated|connection error|timeout exceeded when trying to connect|Client was closed/;

/** True when `error` says that the database was away, not that the statement was wrong. */
export function isTransientDatabaseError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  // Not `instanceof`: errors of the runtime itself may come from another realm.
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    TRANSIENT_SQLSTATES.test(code) ||
    TRANSIENT_NETWORK_CODES.has(code) ||
    CONNECTION_LOST.test(error.message) ||
    takesNoConnections(error, code)
  );
}

/**
 * An operator has closed the database for a while (55000), or its disk is so full that a connection cannot be opened
 * (XX000). Of a statement, the same codes say that it was wrong.
 */
function takesNoConnections(error: Error, code: string): boolean {
  return (code === '55000' || code === 'XX000') && 'severity' in error && error.severity === 'FATAL';
}

/** The SQLSTATE of a statement that the server refused, if `error` is one. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!types.isNativeError(error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export const INSUFFICIENT_PRIVILEGE = '42501';
const UNIQUE_VIOLATION = '23505';

/** True when a row of that unique key is there already; `constraint` narrows it to one index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!types.isNativeError(error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}
