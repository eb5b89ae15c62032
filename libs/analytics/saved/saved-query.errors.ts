import { TurnpikeError } from '#contracts';

export class SavedQueryNotFoundError extends TurnpikeError {
  constructor() {
    super('There is no such saved query of yours.', { code: 'SAVED_QUERY_NOT_FOUND', kind: 'not_found' });
  }
}

export class SavedQueryConflictError extends TurnpikeError {
  constructor(most: number) {
    super(`You have ${most} saved queries already. Remove one first.`, {
      code: 'TOO_MANY_SAVED_QUERIES',
      kind: 'conflict',
    });
  }
}
