import { TurnpikeError } from '#contracts';

export class ModelExistsError extends TurnpikeError {
  constructor(name: string) {
    super(`There is a model named ${name} already; choose another name.`, {
      code: 'MODEL_EXISTS',
      kind: 'conflict',
      pointer: '/name',
    });
  }
}

export class OrgModelNotFoundError extends TurnpikeError {
  constructor(name: string) {
    super(`The org has no model of its own named ${name}.`, { code: 'UNKNOWN_MODEL', kind: 'not_found' });
  }
}

/** For a tier that is given to a model or a task that nobody knows. */
export class UnknownTierTargetError extends TurnpikeError {
  constructor(kind: 'model' | 'task', name: string, known: readonly string[]) {
    super(`There is no ${kind} named ${name}. There are: ${known.join(', ')}.`, {
      code: kind === 'model' ? 'UNKNOWN_MODEL' : 'UNKNOWN_TASK',
      kind: 'not_found',
    });
  }
}

export class ModelCooldownNotFoundError extends TurnpikeError {
  constructor(provider: string, model: string) {
    super(`${model} of ${provider} does not rest.`, { code: 'MODEL_NOT_RESTING', kind: 'not_found' });
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

export class ProviderKeyExistsError extends TurnpikeError {
  constructor() {
    super('The org has this key already.', { code: 'PROVIDER_KEY_EXISTS', kind: 'conflict' });
  }
}

/** More of them would be kept in the memory of every process. */
export class TooManyOwnError extends TurnpikeError {
  constructor(what: string, most: number) {
    super(`An org has at most ${most} ${what}.`, { code: 'TOO_MANY', kind: 'conflict' });
  }
}

/** A key goes to no other server than the one that it was entered for. */
export class KeyNeededAgainError extends TurnpikeError {
  constructor() {
    super('The address changes: give the key again, or null for none.', {
      code: 'KEY_NEEDED_AGAIN',
      kind: 'invalid',
      pointer: '/apiKey',
    });
  }
}

/** For an address that requests of orgs may not go to. */
export class ModelAddressRefusedError extends TurnpikeError {
  /** @param why names the setting, where one can allow it. */
  constructor(why: string) {
    super(why, { code: 'MODEL_ADDRESS_REFUSED', kind: 'invalid', pointer: '/baseUrl' });
  }
}
