import { TurnpikeError } from '#contracts';

export class UnknownToolError extends TurnpikeError {
  constructor(name: string) {
    super(`There is no tool named ${name}.`, { code: 'UNKNOWN_TOOL', kind: 'not_found' });
  }
}

export class UnknownOverrideVersionError extends TurnpikeError {
  constructor(tool: string, version: number) {
    super(`There is no version ${version} of the override of ${tool}.`, {
      code: 'UNKNOWN_OVERRIDE_VERSION',
      kind: 'not_found',
      pointer: '/toVersion',
    });
  }
}

/** Another user has changed the override since it was read. */
export class OverrideChangedError extends TurnpikeError {
  constructor(
    tool: string,
    readonly currentVersion: number,
  ) {
    super(`The override of ${tool} is now at version ${currentVersion}. Reload it first.`, {
      code: 'OVERRIDE_CHANGED',
      kind: 'conflict',
      pointer: '/seenVersion',
    });
  }
}

export class TooManyExamplesError extends TurnpikeError {
  constructor(tool: string, most: number) {
    super(`${tool} has ${most} examples already, which is the most. Take one out first.`, {
      code: 'TOO_MANY_EXAMPLES',
      kind: 'conflict',
    });
  }
}

/** The lock for edits was not free in time. Nothing was changed. */
export class EditsBusyError extends TurnpikeError {
  constructor(cause: unknown) {
    super('Somebody else is editing tools at this moment. Try again.', {
      code: 'EDITS_BUSY',
      kind: 'unavailable',
      retry: 'retry',
      retryAfterMs: 2_000,
      cause,
    });
  }
}

/** The edit would make a tool unusable or its replacement invalid. `pointer` names the field. */
export class BrokenOverrideError extends TurnpikeError {
  constructor(message: string, pointer: string) {
    super(message, { code: 'BROKEN_OVERRIDE', kind: 'invalid', pointer });
  }
}
