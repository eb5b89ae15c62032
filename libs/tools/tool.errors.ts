import type { ToolErrorClass } from '#contracts';

/**
 * Thrown by a tool to say in one plain sentence, for model and user, why it could not do what was asked.
 * `help` becomes `data` of the result: `fields`, `missingSettings`, `suggestions`, `missing`, `currentVersion` …
 */
export class ToolError extends Error {
  constructor(
    readonly errorClass: ToolErrorClass,
    message: string,
    readonly help?: Record<string, unknown>,
  ) {
    super(message);
    this.name = 'ToolError';
  }
}

/** A pack, tool or agent that must not be served. The message names it and says why. */
export class RegistryError extends Error {
  constructor(readonly problems: string[]) {
    super(`The registry refuses to start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'RegistryError';
  }
}
