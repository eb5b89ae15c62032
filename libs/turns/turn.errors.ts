import { isForeseen, TurnpikeError, type ErrorTraits, type RetryClass, type TurnState } from '#contracts';
import type { ModelUse } from '#models';
import { redactText } from '#text';
import { type ApprovalRequest } from '#tools';
import { CallTakenOverError } from '#pack-kit';

/** Another worker has the turn now. This worker drops its unwritten entries. */
export class LeaseLostError extends CallTakenOverError {
  constructor(turnId: string) {
    super(`The lease on turn ${turnId} is no longer this worker's`);
    this.name = 'LeaseLostError';
  }
}

/**
 * The usage of a run's model calls could not be written at its end. Calls that are known to be under way are counted
 * all the same.
 */
export class UsesNotStoredError extends Error {
  /** @param lost the calls that nobody will count, because their start was not written either. */
  constructor(
    cause: unknown,
    readonly lost: readonly ModelUse[],
  ) {
    super('The usage of model calls could not be written', { cause });
    this.name = 'UsesNotStoredError';
  }
}

/** The turn was cancelled while it ran. */
export class TurnCancelledError extends Error {
  constructor() {
    super('The turn was cancelled');
    this.name = 'TurnCancelledError';
  }
}

/** The turn waits for approvals; the calls in question have not run. */
export class TurnParkedError extends Error {
  constructor(
    readonly requests: readonly ApprovalRequest[],
    /** Values that the interim message and the row of the turn need. */
    readonly turn: { language: string; agent: string },
  ) {
    super(`The turn waits for ${requests.length} approvals`);
    this.name = 'TurnParkedError';
  }
}

/** The approval was decided before, or its time is over. */
export class ApprovalDecidedError extends TurnpikeError {
  constructor(known: { id: string; state: string } | undefined) {
    const state = known?.state === 'pending' ? 'expired' : (known?.state ?? 'gone');
    super(`This approval is ${state} already.`, { code: 'APPROVAL_DECIDED', kind: 'conflict' });
  }
}

export class ShutdownError extends Error {
  constructor() {
    super('The worker is shutting down');
    this.name = 'ShutdownError';
  }
}

/** The turn cannot succeed: its agent or policy is gone, or its configuration is wrong. */
export class PermanentTurnError extends TurnpikeError {
  constructor(code: Uppercase<string>, message: string) {
    super(message, { code, kind: 'conflict', audience: 'operator' });
  }
}

/** The message was not accepted; `pointer` names the field. */
export class MessageRefusedError extends TurnpikeError {
  constructor(
    kind: 'forbidden' | 'not_found' | 'conflict' | 'invalid' | 'too_many',
    code: Uppercase<string>,
    message: string,
    traits: Pick<ErrorTraits, 'pointer' | 'retryAfterMs'> = {},
  ) {
    super(message, { ...traits, code, kind });
  }
}

/** The database failed during the commit of a message and did not come back, so the outcome is unknown. */
export class AcceptanceUnknownError extends TurnpikeError {
  constructor(cause: unknown) {
    super(
      'The database failed while the message was stored, so it may have been accepted. Send it again with its Idempotency-Key or externalId; without one it may be answered twice.',
      { code: 'ACCEPTANCE_UNKNOWN', kind: 'unavailable', retry: 'retry', retryAfterMs: 5_000, cause },
    );
  }
}

/** Feedback needs a reply. */
export class NoReplyError extends TurnpikeError {
  constructor(readonly state: TurnState) {
    super(`This turn is ${state} and has no reply; feedback is for replies.`, {
      code: 'NO_REPLY',
      kind: 'conflict',
    });
  }
}

/** The state of a turn after an error. */
export type StateAfterError = Extract<TurnState, 'queued' | 'failed'>;

/** A transient error puts the turn back into the queue while its job has attempts left. Decided only here. */
export function stateAfter(error: unknown, lastAttempt: boolean): StateAfterError {
  const retry = retryClassOf(error);
  switch (retry) {
    case 'retry':
      return lastAttempt ? 'failed' : 'queued';
    case 'fail':
      return 'failed';
  }
}

function retryClassOf(error: unknown): RetryClass {
  // An unknown defect may be transient, and the number of attempts is limited anyway.
  return error instanceof TurnpikeError ? error.retry : 'retry';
}

/** The code of the error, for people and for the row. */
export function errorClassOf(error: unknown): string {
  return isForeseen(error) ? error.code : 'INTERNAL';
}

/** The message for clients. A defect reveals nothing of its internals, which the trace contains. */
export function messageForPeople(error: unknown): string {
  return isForeseen(error)
    ? redactText(error.message)
    : 'Something went wrong on our side. The trace has the details.';
}
