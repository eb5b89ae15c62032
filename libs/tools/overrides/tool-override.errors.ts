import { TurnpikeError } from '#contracts';

export class UnknownToolError extends TurnpikeError {
  constructor(name: string) {
    super(`There is no tool named ${name}.`, { code: 'UNKNOWN_TOOL', kind: 'not_found' });
  }
}

export class UnknownOverrideVersionError extends TurnpikeError {
  constructor(tool: string, version: number) {
    super(`There is no version ${version} of what is laid over ${tool}.`, {
      code: 'UNKNOWN_OVERRIDE_VERSION',
      kind: 'not_found',
      pointer: '/toVersion',
    });
  }
}

/** Somebody else changed it meanwhile. */
export class OverrideChangedError extends TurnpikeError {
  constructor(
    tool: string,
    readonly currentVersion: number,
  ) {
    super(`What is laid over ${tool} is at version ${currentVersion} by now. Look at it again first.`, {
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

/** Others edit tools, and do not come to an end. Nothing was changed. */
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

/** An edit that would leave a tool that cannot be used, or that lies about its replacement. `pointer` names the field. */
export class BrokenOverrideError extends TurnpikeError {
  constructor(message: string, pointer: string) {
    super(message, { code: 'BROKEN_OVERRIDE', kind: 'invalid', pointer });
  }
}
