import { TurnpikeError, type ErrorTraits, type ToolErrorClass } from '#contracts';

/** What an error of a tool means where no model is there to read it: in a task of the pipeline, or at the edge. */
const TRAITS: Record<ToolErrorClass, Omit<ErrorTraits, 'code'>> = {
  VALIDATION_FAILED: { kind: 'invalid' },
  NOT_FOUND: { kind: 'not_found' },
  FORBIDDEN: { kind: 'forbidden' },
  CONFLICT: { kind: 'conflict' },
  PRECONDITION_FAILED: { kind: 'conflict' },
  NOT_CONFIGURED: { kind: 'not_configured', audience: 'operator' },
  LIMIT_EXCEEDED: { kind: 'too_many' },
  UPSTREAM_REJECTED: { kind: 'upstream' },
  UPSTREAM_ERROR: { kind: 'upstream', retry: 'retry' },
  UPSTREAM_UNAVAILABLE: { kind: 'unavailable', retry: 'retry' },
  RATE_LIMITED: { kind: 'too_many', retry: 'retry' },
  TIMEOUT: { kind: 'unavailable', retry: 'retry' },
  INTERNAL: { kind: 'defect', audience: 'developer' },
};

/**
 * Thrown by a tool to say in one plain sentence, for model and user, why it could not do what was asked.
 * `help` becomes `data` of the result: `fields`, `missingSettings`, `suggestions`, `missing`, `currentVersion` …
 */
export class ToolError extends TurnpikeError {
  constructor(
    readonly errorClass: ToolErrorClass,
    message: string,
    readonly help?: Record<string, unknown>,
    /** It may have been done all the same, whatever the class says. */
    readonly outcome?: 'unknown',
  ) {
    super(message, { ...TRAITS[errorClass], code: errorClass });
  }
}

/** VALIDATION_FAILED for one argument. */
export function invalidArgument(name: string, problem: string, message = `${name}: ${problem}.`): ToolError {
  return new ToolError('VALIDATION_FAILED', message, { fields: [{ name, problem }] });
}

/** NOT_CONFIGURED. `message` must name the settings too: a reply repeats it. */
export function notConfigured(message: string, ...missingSettings: string[]): ToolError {
  return new ToolError('NOT_CONFIGURED', message, { missingSettings });
}

/** Whoever asked for a call has lost it to somebody else: there is nobody to tell a result, and nothing may happen in their name. */
export class CallTakenOverError extends Error {}

/** A pack, tool or agent that must not be served. The message names it and says why. */
export class RegistryError extends TurnpikeError {
  constructor(readonly problems: string[]) {
    super(`The registry refuses to start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, {
      code: 'REGISTRY',
      kind: 'not_configured',
      audience: 'developer',
    });
  }
}
