import { TurnpikeError } from '#contracts';

export class UnknownFlagError extends TurnpikeError {
  constructor(key: string, known: readonly string[]) {
    super(`There is no flag "${key}". Flags: ${known.join(', ')}.`, {
      code: 'FLAG_NOT_FOUND',
      kind: 'not_found',
    });
  }
}

/** The flag was evaluated before the rows were read, or with the wrong type. A programming error. */
export class FlagEvaluationError extends TurnpikeError {
  constructor(key: string, problem: string) {
    super(`The flag ${key} cannot be evaluated: ${problem}`, {
      code: 'FLAG_EVALUATION_FAILED',
      kind: 'defect',
      audience: 'developer',
    });
  }
}

/** A part of a change other than its value is invalid. */
export class InvalidFlagChangeError extends TurnpikeError {
  constructor(field: string, message: string) {
    super(message, { code: 'INVALID_FLAG_CHANGE', kind: 'invalid', pointer: `/${field}` });
  }
}

/** The place was changed since the revision that the caller saw. */
export class FlagConflictError extends TurnpikeError {
  constructor(key: string, place: string) {
    super(`${key} was changed ${place} since you loaded it. Reload it and try again.`, {
      code: 'FLAG_CHANGED_MEANWHILE',
      kind: 'conflict',
    });
  }
}

/** The rollout gate is closed. A user who may set platform defaults can override it with a written reason. */
export class FlagGateError extends TurnpikeError {
  constructor(
    readonly flag: string,
    readonly variant: string,
    /** Measured share of turns; null when none was measured. */
    readonly rate: number | null,
    readonly turns: number,
    /** Required share of turns. */
    readonly threshold: number,
    readonly minTurns: number,
    windowDays: number,
  ) {
    const measured =
      rate === null
        ? 'no turn was measured'
        : `toolInBrokeredSet is ${(rate * 100).toFixed(1)} % over ${turns} turn${turns === 1 ? '' : 's'}`;
    super(
      `${flag} cannot be "${variant}" by default yet: ${measured} in shadow in the last ${windowDays} days; ` +
        `${threshold * 100} % over at least ${minTurns} turns are needed. ` +
        'You can set it for a single org at any time. To override the gate, give a reason.',
      { code: 'FLAG_GATE_CLOSED', kind: 'conflict' },
    );
  }
}
