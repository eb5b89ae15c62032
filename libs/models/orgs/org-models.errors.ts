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

/** Thrown when a tier is set for an unknown model or task. */
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
    super(`${model} of ${provider} is not in cooldown.`, {
      code: 'MODEL_NOT_IN_COOLDOWN',
      kind: 'not_found',
    });
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

/** Limits the memory of every process, which holds all of them. */
export class TooManyOwnError extends TurnpikeError {
  constructor(what: string, most: number) {
    super(`An org has at most ${most} ${what}.`, { code: 'TOO_MANY', kind: 'conflict' });
  }
}

/** A stored key is only sent to the server for which it was entered. */
export class KeyNeededAgainError extends TurnpikeError {
  constructor() {
    super('The address changed. Enter the key again, or send null for no key.', {
      code: 'KEY_NEEDED_AGAIN',
      kind: 'invalid',
      pointer: '/apiKey',
    });
  }
}

/** Thrown for an address to which requests of orgs are not allowed. */
export class ModelAddressRefusedError extends TurnpikeError {
  /** @param why names the setting that can allow the address, if there is one. */
  constructor(why: string) {
    super(why, { code: 'MODEL_ADDRESS_REFUSED', kind: 'invalid', pointer: '/baseUrl' });
  }
}
