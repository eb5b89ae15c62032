import { TurnpikeError, type ApiKeyScope, type UserRole } from '#contracts';

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

export class InvitationNotFoundError extends TurnpikeError {
  constructor() {
    super('There is no open invitation of that id.', { code: 'INVITATION_NOT_FOUND', kind: 'not_found' });
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

/** The scopes of a key exceed the rights of its user. */
export class ScopeBeyondRoleError extends TurnpikeError {
  constructor(scope: ApiKeyScope, role: UserRole) {
    super(`A key that acts for a user of the role ${role} cannot have the scope ${scope}.`, {
      code: 'SCOPE_BEYOND_ROLE',
      kind: 'invalid',
      pointer: '/scopes',
    });
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

/** Refuses data of a contact whose erasure is running: it would be either lost or left behind. */
export class ContactBeingErasedError extends TurnpikeError {
  constructor() {
    super('This contact is being erased; send it again when that has ended.', {
      code: 'CONTACT_BEING_ERASED',
      kind: 'conflict',
      retry: 'retry',
      retryAfterMs: 5_000,
    });
  }
}

/** A running turn of the contact cannot be stopped. Nothing was deleted. */
export class ErasureBusyError extends TurnpikeError {
  constructor() {
    super('A turn of this contact is still running and does not stop; try again soon.', {
      code: 'ERASURE_BUSY',
      kind: 'conflict',
      retry: 'retry',
      retryAfterMs: 5_000,
    });
  }
}
