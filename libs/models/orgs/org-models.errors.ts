import { TurnpikeError } from '#contracts';

export class OrgModelNotFoundError extends TurnpikeError {
  constructor(name: string) {
    super(`The org has no model of its own named ${name}.`, { code: 'UNKNOWN_MODEL', kind: 'not_found' });
  }
}

export class ProviderKeyNotFoundError extends TurnpikeError {
  constructor() {
    super('There is no such key, or nothing is known against it.', {
      code: 'UNKNOWN_PROVIDER_KEY',
      kind: 'not_found',
    });
  }
}

/** Limits the memory of every process, which holds all of them. */
export class TooManyOwnError extends TurnpikeError {
  constructor(what: string, most: number) {
    super(`An org has at most ${most} ${what}.`, { code: 'TOO_MANY', kind: 'conflict' });
  }
}
