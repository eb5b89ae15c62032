import type { ToolErrorClass } from '#contracts';
import { DatabaseUnavailableError } from '#database';
import { ModelError } from '#models';
import { redactText } from '#telemetry';
import { ToolError } from '#tools';

/** Another worker has the turn now. This one drops what it holds; nothing of it was written. */
export class LeaseLostError extends Error {
  constructor(turnId: string) {
    super(`The lease on turn ${turnId} is no longer this worker's`);
    this.name = 'LeaseLostError';
  }
}

/** Somebody cancelled the turn while it ran. */
export class TurnCancelledError extends Error {
  constructor() {
    super('The turn was cancelled');
    this.name = 'TurnCancelledError';
  }
}

/** The worker is going down and hands the turn back. */
export class ShutdownError extends Error {
  constructor() {
    super('The worker is shutting down');
    this.name = 'ShutdownError';
  }
}

/** The turn can never succeed as it is: its agent or policy is gone, or its configuration is wrong. */
export class PermanentTurnError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'PermanentTurnError';
  }
}

/** Why a message was not accepted. `status` is the HTTP status, `pointer` the field. */
export class MessageRefusedError extends Error {
  constructor(
    readonly status: 403 | 404 | 409 | 422 | 429,
    readonly code: string,
    message: string,
    readonly options: { pointer?: string; retryAfterS?: number } = {},
  ) {
    super(message);
    this.name = 'MessageRefusedError';
  }
}

/** What becomes of a turn after `error`. */
export type Retry = 'retry' | 'fail';

/** Of a task of the pipeline, such as the choice of the agent. */
const TRANSIENT_TASK_ERRORS: readonly ToolErrorClass[] = [
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_ERROR',
  'RATE_LIMITED',
  'TIMEOUT',
];

/** A turn is tried again for causes that pass: database, queue, provider after the router's own fallbacks. */
export function retryClassOf(error: unknown): Retry {
  if (error instanceof DatabaseUnavailableError) return 'retry';
  if (error instanceof ModelError) return error.transient ? 'retry' : 'fail';
  if (error instanceof ToolError) return TRANSIENT_TASK_ERRORS.includes(error.errorClass) ? 'retry' : 'fail';
  if (error instanceof PermanentTurnError) return 'fail';
  // An unknown defect may be bound to the moment; the attempts are bounded anyway.
  return 'retry';
}

/** A short code for people and for the row. */
export function errorClassOf(error: unknown): string {
  if (error instanceof DatabaseUnavailableError) return 'DATABASE_UNAVAILABLE';
  if (error instanceof ModelError) return `MODEL_${error.errorClass}`;
  if (error instanceof ToolError) return error.errorClass;
  if (error instanceof PermanentTurnError) return error.code;
  return 'INTERNAL';
}

/** What a client may read of it. A defect of ours says nothing of its inside; the trace has it. */
export function messageForPeople(error: unknown): string {
  if (errorClassOf(error) === 'INTERNAL') return 'Something went wrong on our side. The trace says what.';
  return redactText(error instanceof Error ? error.message : String(error));
}
