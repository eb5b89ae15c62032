import { TurnpikeError } from '#contracts';

export class McpConversationNotFoundError extends TurnpikeError {
  constructor() {
    super('There is no such conversation.', { code: 'UNKNOWN_CONVERSATION', kind: 'not_found' });
  }
}

/** The key acts for an analyst; analysts may read but not call tools. */
export class McpCallerRefusedError extends TurnpikeError {
  constructor(reason: string) {
    super(reason, { code: 'CALLER_REFUSED', kind: 'forbidden' });
  }
}
