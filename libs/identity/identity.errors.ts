import { TurnpikeError } from '#contracts';

export class OrgNotFoundError extends TurnpikeError {
  constructor() {
    super('There is no such org.', { code: 'ORG_NOT_FOUND', kind: 'not_found' });
  }
}

export class UserNotFoundError extends TurnpikeError {
  constructor() {
    super('The org has no such user.', { code: 'USER_NOT_FOUND', kind: 'not_found' });
  }
}

export class ApiKeyNotFoundError extends TurnpikeError {
  constructor() {
    super('The org has no such key.', { code: 'API_KEY_NOT_FOUND', kind: 'not_found' });
  }
}

/** The message does not identify the invitation, so that it reveals nobody who was invited. */
export class InvitationGoneError extends TurnpikeError {
  constructor() {
    super('This invitation was accepted, taken back or has run out. Ask who invited you for a new one.', {
      code: 'INVITATION_GONE',
      kind: 'not_found',
    });
  }
}

/** `field` names the value that must be unique: `slug`, `email`, `handle` or `key`. */
export class AlreadyExistsError extends TurnpikeError {
  constructor(readonly field: 'slug' | 'email' | 'handle' | 'key') {
    super(`This ${field} is taken.`, { code: 'ALREADY_EXISTS', kind: 'conflict', pointer: `/${field}` });
  }
}

/** A slug, handle, e-mail, password, or combination of role and org is invalid. */
export class InvalidIdentityError extends TurnpikeError {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message, { code: 'INVALID_IDENTITY', kind: 'invalid', pointer: `/${field}` });
  }
}

/** The message does not say which part was wrong, so that it does not reveal which addresses have an account. */
export class SignInFailedError extends TurnpikeError {
  /** @param user the user whose e-mail was given, if any. For the audit log only, never for the response. */
  constructor(readonly user: { id: string; orgId: string | null } | null = null) {
    super('E-mail or password is wrong.', { code: 'SIGN_IN_FAILED', kind: 'unauthenticated' });
  }
}

/** Too many failed sign-ins for this e-mail or from this address. Maps to 429 with `Retry-After`. */
export class SignInThrottledError extends TurnpikeError {
  constructor(override readonly retryAfterMs: number) {
    super(`Too many failed sign-ins. Try again in ${Math.ceil(retryAfterMs / 60_000)} minutes.`, {
      code: 'SIGN_IN_THROTTLED',
      kind: 'too_many',
      retry: 'retry',
      retryAfterMs,
    });
  }
}

/** A secret must be stored or read, but the deployment has no `SECRETS_KEY`. */
export class SecretsKeyMissingError extends TurnpikeError {
  constructor() {
    super('Secrets cannot be stored: set SECRETS_KEY.', {
      code: 'SECRETS_KEY_MISSING',
      kind: 'not_configured',
      audience: 'operator',
    });
  }
}

/** A stored secret cannot be decrypted with this `SECRETS_KEY`. */
export class SecretUnreadableError extends TurnpikeError {
  constructor(readonly setting: string) {
    super(`The stored ${setting} does not open with this SECRETS_KEY; enter it again.`, {
      code: 'SECRET_UNREADABLE',
      kind: 'not_configured',
      audience: 'operator',
    });
  }
}
