import { TurnpikeError } from '#contracts';

export class UnknownAgentError extends TurnpikeError {
  constructor(agent: string, known: readonly string[]) {
    super(`The org has no agent "${agent}". It has: ${known.join(', ')}.`, {
      code: 'UNKNOWN_AGENT',
      kind: 'invalid',
      pointer: '/agent',
    });
  }
}

/** The message of a decision was erased together with its contact. */
export class MessageErasedError extends TurnpikeError {
  constructor() {
    super('The message of this turn was erased: only the reasons stored with the decision are known.', {
      code: 'MESSAGE_FORGOTTEN',
      kind: 'not_found',
    });
  }
}
