import { TurnpikeError } from '#contracts';

/** The key of the form was used before, with another tool or other arguments. */
export class ToolRunKeyReusedError extends TurnpikeError {
  constructor() {
    super('This key was sent before with another tool or other arguments: a new run needs a new key.', {
      code: 'TOOL_RUN_KEY_REUSED',
      kind: 'conflict',
      audience: 'client',
    });
  }
}

/** The run is not waiting for a decision, or has expired. */
export class ToolRunDecidedError extends TurnpikeError {
  constructor() {
    super('This run is not waiting for a decision: it was decided or has expired.', {
      code: 'TOOL_RUN_DECIDED',
      kind: 'conflict',
      audience: 'client',
    });
  }
}
