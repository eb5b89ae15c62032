import { TurnpikeError, type ErrorTraits, type ToolErrorClass } from '#contracts';

/** Traits of a tool error outside of a model conversation, such as in a pipeline task or an HTTP response. */
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
 * Thrown by a tool. The message says in one plain sentence, for model and user, why the call failed.
 * `help` becomes `data` of the result: `fields`, `missingSettings`, `suggestions`, `missing`, `currentVersion` …
 */
export class ToolError extends TurnpikeError {
  constructor(
    readonly errorClass: ToolErrorClass,
    message: string,
    readonly help?: Record<string, unknown>,
    /** `unknown`: the side effect may have happened, regardless of the class. */
    readonly outcome?: 'unknown',
  ) {
    super(message, { ...TRAITS[errorClass], code: errorClass });
  }
}

/** VALIDATION_FAILED for one argument. */
export function invalidArgument(name: string, problem: string, message = `${name}: ${problem}.`): ToolError {
  return new ToolError('VALIDATION_FAILED', message, { fields: [{ name, problem }] });
}

/** PRECONDITION_FAILED. `missing` names what has to be there first. */
export function preconditionFailed(message: string, ...missing: string[]): ToolError {
  return new ToolError('PRECONDITION_FAILED', message, missing.length > 0 ? { missing } : undefined);
}

/** NOT_CONFIGURED. `message` must also name the settings, because a reply repeats it. */
export function notConfigured(message: string, ...missingSettings: string[]): ToolError {
  return new ToolError('NOT_CONFIGURED', message, { missingSettings });
}

/** The caller has lost its claim on the call to another process. It gets no result and must cause no further effects. */
export class CallTakenOverError extends Error {}

/** Invalid packs, tools or agents. The message lists each problem. */
export class RegistryError extends TurnpikeError {
  constructor(readonly problems: string[]) {
    super(`The registry refuses to start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, {
      code: 'REGISTRY',
      kind: 'not_configured',
      audience: 'developer',
    });
  }
}
