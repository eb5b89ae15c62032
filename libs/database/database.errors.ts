import { types } from 'node:util';
import { TurnpikeError } from '#contracts';

/** Suggested retry delay: most outages of the database end within this time. */
const USUALLY_BACK_MS = 2_000;

/** The connections that an org may use were in use for the whole time that a transaction waits for one. */
export class NoConnectionError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('No connection of the pool became free in time');
  }
}

/** The database could not be reached or closed the connection. The operation can be retried. */
export class DatabaseUnavailableError extends TurnpikeError {
  /**
   * @param mayHaveCommitted true if the COMMIT of `Database.forOrg` or `asPlatform` failed: it may have succeeded with
   *   a lost reply.
   */
  constructor(
    cause: unknown,
    readonly mayHaveCommitted = false,
  ) {
    const why =
      cause instanceof NoConnectionError
        ? 'Too much of this org waits for the database.'
        : 'The database cannot be reached.';
    super(`${why} Try again in a moment.`, {
      code: 'DATABASE_UNAVAILABLE',
      kind: 'unavailable',
      audience: 'operator',
      retry: 'retry',
      retryAfterMs: USUALLY_BACK_MS,
      cause,
    });
  }
}

/** The connection was closed because no reply came. The code is the one that the network uses for a timeout. */
export class NoAnswerError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database has not answered in time; the connection was closed');
  }
}

/** The database cannot be migrated until the steps in the message have been done. */
export class MigrationRefusedError extends TurnpikeError {
  constructor(message: string, cause?: unknown) {
    super(message, { code: 'MIGRATION_REFUSED', kind: 'not_configured', audience: 'operator', cause });
  }
}

/** A statement was sent after the end of its transaction, because the caller did not await it. */
export class TransactionOverError extends TurnpikeError {
  constructor() {
    super('The transaction has ended; one of its statements was not awaited', {
      code: 'TRANSACTION_OVER',
      kind: 'defect',
      audience: 'developer',
    });
  }
}

/** A statement failed and the caller ignored the error, so the COMMIT became a rollback. */
export class RolledBackError extends Error {
  constructor() {
    super('The transaction was rolled back by the database');
    this.name = 'RolledBackError';
  }
}

/**
 * SQLSTATE classes and codes after which a retry may succeed: connection, idle timeout, resources, shutdown,
 * serialization, and a server that takes no writes, as after a failover or with a full disk. 08P01 is excluded: it reports a
 * statement with the wrong number of parameters, which is a bug.
 */
const TRANSIENT_SQLSTATES = /^(08(?!P01)|25006|25P03|53|57P0[123]|40001|40P01|55P03)/;
const TRANSIENT_NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const CONNECTION_LOST =
  /Connection terminated|connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed/;

/** True if `error` means that the database was unreachable and not that the statement was wrong. */
export function isTransientDatabaseError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  // Not `instanceof`: errors of the runtime may come from another realm.
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
 * True if the database refused the connection because an operator has closed it (55000) or its disk is full (XX000). As
 * the error of a statement, the same codes mean that the statement was wrong.
 */
function takesNoConnections(error: Error, code: string): boolean {
  return (code === '55000' || code === 'XX000') && 'severity' in error && error.severity === 'FATAL';
}

/** Returns the SQLSTATE of `error`, or undefined if the server did not refuse a statement. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!types.isNativeError(error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export const READ_ONLY = '25006';
export const INSUFFICIENT_PRIVILEGE = '42501';
const UNIQUE_VIOLATION = '23505';

/** True if a row with the same unique key already exists. `constraint` limits the check to one index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!types.isNativeError(error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}
