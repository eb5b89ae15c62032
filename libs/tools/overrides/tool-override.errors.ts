import { TurnpikeError } from '#contracts';

export class UnknownToolError extends TurnpikeError {
  constructor(name: string) {
    super(`There is no tool named ${name}.`, { code: 'UNKNOWN_TOOL', kind: 'not_found' });
  }
}

/** The edit would make a tool unusable or its replacement invalid. `pointer` names the field. */
export class BrokenOverrideError extends TurnpikeError {
  constructor(message: string, pointer: string) {
    super(message, { code: 'BROKEN_OVERRIDE', kind: 'invalid', pointer });
  }
}
