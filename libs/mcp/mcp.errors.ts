import { TurnpikeError } from '#contracts';

export class McpConversationNotFoundError extends TurnpikeError {
  constructor() {
    super('There is no such conversation.', { code: 'UNKNOWN_CONVERSATION', kind: 'not_found' });
  }
}

/** A key that acts for an analyst: they read, and cause no call. */
export class McpCallerRefusedError extends TurnpikeError {
  constructor(reason: string) {
    super(reason, { code: 'CALLER_REFUSED', kind: 'forbidden' });
  }
}
