import { TurnpikeError } from '#contracts';
import { valuesOf, type FlagDefinition } from './flag-definition.ts';

/** Neither the platform nor an installed pack declares this flag. */
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

/** Installed packs declare invalid flags. */
export class FlagCatalogueError extends TurnpikeError {
  constructor(problems: string[]) {
    super(`The flags are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, {
      code: 'FLAG_CATALOGUE_INVALID',
      kind: 'not_configured',
      audience: 'developer',
    });
  }
}

export class InvalidFlagValueError extends TurnpikeError {
  constructor(flag: FlagDefinition, value: unknown) {
    super(`${flag.key} cannot be ${JSON.stringify(value)}; it is one of ${valuesOf(flag).join(', ')}.`, {
      code: 'INVALID_FLAG_VALUE',
      kind: 'invalid',
      pointer: '/value',
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
    /** Number of measured turns. */
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

/** The audit log has no such entry, or the entry is not a flag change. */
export class FlagChangeNotFoundError extends TurnpikeError {
  constructor() {
    super('There is no such change of a flag.', { code: 'FLAG_CHANGE_NOT_FOUND', kind: 'not_found' });
  }
}

/** Undoing the change would overwrite a later one. */
export class FlagUndoConflictError extends TurnpikeError {
  constructor(key: string, place: string) {
    super(
      `${key} was changed ${place} again after that; undoing would overwrite the later change. Undo that one first, or force it.`,
      { code: 'FLAG_CHANGED_LATER', kind: 'conflict' },
    );
  }
}

/** An import was rejected as a whole; nothing was changed. */
export class FlagImportError extends TurnpikeError {
  constructor(readonly problems: string[]) {
    super(`Nothing was imported: ${problems.join('; ')}.`, {
      code: 'FLAG_IMPORT_INVALID',
      kind: 'invalid',
      pointer: '/document',
    });
  }
}
