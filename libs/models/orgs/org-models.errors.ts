import { TurnpikeError } from '#contracts';

export class ModelExistsError extends TurnpikeError {
  constructor(name: string) {
    super(`There is a model named ${name} already; choose another name.`, {
      code: 'model_exists',
      kind: 'conflict',
      pointer: '/name',
    });
  }
}

export class OrgModelNotFoundError extends TurnpikeError {
  constructor(name: string) {
    super(`The org has no model of its own named ${name}.`, { code: 'unknown_model', kind: 'not_found' });
  }
}

/** For a tier that is given to a model or a task that nobody knows. */
export class UnknownTierTargetError extends TurnpikeError {
  constructor(kind: 'model' | 'task', name: string, known: readonly string[]) {
    super(`There is no ${kind} named ${name}. There are: ${known.join(', ')}.`, {
      code: `unknown_${kind}`,
      kind: 'not_found',
    });
  }
}

export class ModelRestNotFoundError extends TurnpikeError {
  constructor(provider: string, model: string) {
    super(`${model} of ${provider} does not rest.`, { code: 'model_not_resting', kind: 'not_found' });
  }
}

export class ProviderKeyNotFoundError extends TurnpikeError {
  constructor() {
    super('There is no such key, or nothing is known against it.', {
      code: 'unknown_provider_key',
      kind: 'not_found',
    });
  }
}

export class ProviderKeyExistsError extends TurnpikeError {
  constructor() {
    super('The org has this key already.', { code: 'provider_key_exists', kind: 'conflict' });
  }
}

/** More of them would be kept in the memory of every process. */
export class TooManyOwnError extends TurnpikeError {
  constructor(what: string, most: number) {
    super(`An org has at most ${most} ${what}.`, { code: 'too_many', kind: 'conflict' });
  }
}

/** A key goes to no other server than the one that it was entered for. */
export class KeyNeededAgainError extends TurnpikeError {
  constructor() {
    super('The address changes: give the key again, or null for none.', {
      code: 'key_needed_again',
      kind: 'invalid',
      pointer: '/apiKey',
    });
  }
}

/** For an address that requests of orgs may not go to. */
export class ModelAddressRefusedError extends TurnpikeError {
  /** @param why names the setting, where one can allow it. */
  constructor(why: string) {
    super(why, { code: 'model_address_refused', kind: 'invalid', pointer: '/baseUrl' });
  }
}
