import { TurnpikeError } from '#contracts';

export class SavedQueryNotFoundError extends TurnpikeError {
  constructor() {
    super('There is no such saved query of yours.', { code: 'SAVED_QUERY_NOT_FOUND', kind: 'not_found' });
  }
}
