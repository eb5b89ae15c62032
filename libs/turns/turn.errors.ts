import { isForeseen, TurnpikeError, type ErrorTraits, type RetryClass, type TurnState } from '#contracts';
import type { ModelUse } from '#models';
import { redactText } from '#telemetry';
import { type ApprovalRequest } from '#tools';
import { CallTakenOverError } from '#pack-kit';

/** Another worker has the turn now. This one drops what it holds; nothing of it was written. */
export class LeaseLostError extends CallTakenOverError {
  constructor(turnId: string) {
    super(`The lease on turn ${turnId} is no longer this worker's`);
    this.name = 'LeaseLostError';
  }
}

/** What a run's model calls used could not be written when it ended. What is known to be under way is counted all the same. */
export class UsesNotStoredError extends Error {
  /** @param lost of them, those that nobody will count: their beginning was not written either. */
  constructor(
    cause: unknown,
    readonly lost: readonly ModelUse[],
  ) {
    super('What model calls used could not be written', { cause });
    this.name = 'UsesNotStoredError';
  }
}

/** Somebody cancelled the turn while it ran. */
export class TurnCancelledError extends Error {
  constructor() {
    super('The turn was cancelled');
    this.name = 'TurnCancelledError';
  }
}

/** The turn waits for people; nothing of what they are asked about has run. */
export class TurnParkedError extends Error {
  constructor(
    readonly requests: readonly ApprovalRequest[],
    /** Of the turn: what the conversation is told meanwhile is in its language. */
    readonly turn: { language: string; agent: string },
  ) {
    super(`The turn waits for ${requests.length} approvals`);
    this.name = 'TurnParkedError';
  }
}

/** The org has no such approval. */
export class ApprovalNotFoundError extends TurnpikeError {
  constructor(id: string) {
    super(`There is no approval ${id}.`, { code: 'UNKNOWN_APPROVAL', kind: 'not_found' });
  }
}

/** Who only reads decides nothing. */
export class MayNotDecideError extends TurnpikeError {
  constructor() {
    super('Analysts cannot decide approvals.', { code: 'MAY_NOT_DECIDE', kind: 'forbidden' });
  }
}

/** Decided before, or too late. */
export class ApprovalDecidedError extends TurnpikeError {
  constructor(known: { id: string; state: string } | undefined) {
    const state = known?.state === 'pending' ? 'expired' : (known?.state ?? 'gone');
    super(`This approval is ${state} already.`, { code: 'APPROVAL_DECIDED', kind: 'conflict' });
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
export class PermanentTurnError extends TurnpikeError {
  constructor(code: Uppercase<string>, message: string) {
    super(message, { code, kind: 'conflict', audience: 'operator' });
  }
}

/** Why a message was not accepted; `pointer` names the field. */
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

/** The database went away while a message was committed, and has not come back to say whether it was. */
export class AcceptanceUnknownError extends TurnpikeError {
  constructor(cause: unknown) {
    super(
      'The database went away while the message was stored: it may have been accepted. Send it again with its Idempotency-Key or externalId; without one it may be answered twice.',
      { code: 'ACCEPTANCE_UNKNOWN', kind: 'unavailable', retry: 'retry', retryAfterMs: 5_000, cause },
    );
  }
}

/** There is no reply that somebody could think something of. */
export class NoReplyError extends TurnpikeError {
  constructor(readonly state: TurnState) {
    super(`This turn is ${state} and has no reply; feedback is for replies.`, {
      code: 'NO_REPLY',
      kind: 'conflict',
    });
  }
}

/** What becomes of a turn after an error. */
export type StateAfterError = Extract<TurnState, 'queued' | 'failed'>;

/** A cause that passes gives the turn back, as long as the job has an attempt left. The only place that decides it. */
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
  // An unknown defect may be bound to the moment; the attempts are bounded anyway.
  return error instanceof TurnpikeError ? error.retry : 'retry';
}

/** A short code for people and for the row. */
export function errorClassOf(error: unknown): string {
  return isForeseen(error) ? error.code : 'INTERNAL';
}

/** What a client may read of it. A defect of ours says nothing of its inside; the trace has it. */
export function messageForPeople(error: unknown): string {
  return isForeseen(error)
    ? redactText(error.message)
    : 'Something went wrong on our side. The trace says what.';
}
