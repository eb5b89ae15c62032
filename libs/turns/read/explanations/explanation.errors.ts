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

/** The words that a choice rested on are gone with the contact who wrote them. */
export class MessageForgottenError extends TurnpikeError {
  constructor() {
    super('The message of this turn is no longer kept: only what the decision says itself is known.', {
      code: 'MESSAGE_FORGOTTEN',
      kind: 'not_found',
    });
  }
}
