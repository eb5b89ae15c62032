import { TurnpikeError } from '#contracts';
import { valuesOf, type FlagDefinition } from './flag-definition.ts';

/** A flag that neither the platform nor an installed pack has. */
export class UnknownFlagError extends TurnpikeError {
  constructor(key: string, known: readonly string[]) {
    super(`There is no flag "${key}". Flags: ${known.join(', ')}.`, {
      code: 'FLAG_NOT_FOUND',
      kind: 'not_found',
    });
  }
}

/** Asked before the rows were read, or for a value of another type. A mistake of ours. */
export class FlagEvaluationError extends TurnpikeError {
  constructor(key: string, problem: string) {
    super(`The flag ${key} cannot be evaluated: ${problem}`, {
      code: 'FLAG_EVALUATION_FAILED',
      kind: 'defect',
      audience: 'developer',
    });
  }
}

/** Flags of the installed packs that must not be served. */
export class FlagCatalogueError extends TurnpikeError {
  constructor(problems: string[]) {
    super(`The flags cannot be served:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, {
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

/** Something of a change other than its value does not fit. */
export class InvalidFlagChangeError extends TurnpikeError {
  constructor(field: string, message: string) {
    super(message, { code: 'INVALID_FLAG_CHANGE', kind: 'invalid', pointer: `/${field}` });
  }
}

/** Somebody else changed the same place since it was looked at. */
export class FlagConflictError extends TurnpikeError {
  constructor(key: string, place: string) {
    super(`${key} was changed ${place} since you looked. Look again, then decide.`, {
      code: 'FLAG_CHANGED_MEANWHILE',
      kind: 'conflict',
    });
  }
}

/** The rollout gate is closed. Somebody who may set platform defaults can override it with a written reason. */
export class FlagGateError extends TurnpikeError {
  constructor(
    readonly flag: string,
    readonly variant: string,
    /** Measured share of turns; null when none was measured. */
    readonly rate: number | null,
    /** Turns that the rate rests on. */
    readonly turns: number,
    /** Share that must be reached. */
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
        'One org may have it at any time; an override needs a written reason.',
      { code: 'FLAG_GATE_CLOSED', kind: 'conflict' },
    );
  }
}

/** There is no such entry in the audit log, or it is no change of a flag. */
export class FlagChangeNotFoundError extends TurnpikeError {
  constructor() {
    super('There is no such change of a flag.', { code: 'FLAG_CHANGE_NOT_FOUND', kind: 'not_found' });
  }
}

/** Undoing a change would undo a later one with it. */
export class FlagUndoConflictError extends TurnpikeError {
  constructor(key: string, place: string) {
    super(
      `${key} was changed ${place} again after that; undoing would overwrite the later change. Undo that one first, or force it.`,
      { code: 'FLAG_CHANGED_LATER', kind: 'conflict' },
    );
  }
}

/** An import was refused as a whole; nothing was changed. */
export class FlagImportError extends TurnpikeError {
  constructor(readonly problems: string[]) {
    super(`Nothing was imported: ${problems.join('; ')}.`, {
      code: 'FLAG_IMPORT_INVALID',
      kind: 'invalid',
      pointer: '/document',
    });
  }
}
