import { TurnpikeError, type ApiKeyScope, type ErrorTraits, type UserRole } from '#contracts';

export const identityErrorCodes = [
  'ORG_NOT_FOUND',
  'USER_NOT_FOUND',
  'API_KEY_NOT_FOUND',
  'INVITATION_NOT_FOUND',
  'INVITATION_GONE',
  'ALREADY_EXISTS',
  'INVALID_IDENTITY',
  'SCOPE_BEYOND_ROLE',
  'SIGN_IN_FAILED',
  'SIGN_IN_THROTTLED',
  'SECRETS_KEY_MISSING',
  'SECRET_UNREADABLE',
  'ERASURE_BUSY',
  'CONTACT_BEING_ERASED',
] as const;
export type IdentityErrorCode = (typeof identityErrorCodes)[number];

/** What this lib refuses, with a sentence that may be shown to the audience. */
export class IdentityError extends TurnpikeError {
  constructor(
    override readonly code: IdentityErrorCode,
    message: string,
    traits: Omit<ErrorTraits, 'code'>,
  ) {
    super(message, { ...traits, code });
  }
}

export class OrgNotFoundError extends IdentityError {
  constructor() {
    super('ORG_NOT_FOUND', 'There is no such org.', { kind: 'not_found' });
  }
}

export class UserNotFoundError extends IdentityError {
  constructor() {
    super('USER_NOT_FOUND', 'The org has no such user.', { kind: 'not_found' });
  }
}

export class ApiKeyNotFoundError extends IdentityError {
  constructor() {
    super('API_KEY_NOT_FOUND', 'The org has no such key.', { kind: 'not_found' });
  }
}

export class InvitationNotFoundError extends IdentityError {
  constructor() {
    super('INVITATION_NOT_FOUND', 'There is no open invitation of that id.', { kind: 'not_found' });
  }
}

/** Says nothing of which it was, so that nobody learns from it whom anybody invited. */
export class InvitationGoneError extends IdentityError {
  constructor() {
    super(
      'INVITATION_GONE',
      'This invitation was accepted, taken back or has run out. Ask who invited you for a new one.',
      { kind: 'not_found' },
    );
  }
}

/** `field` is what must be unique: `slug`, `email`, `handle` or `key`. */
export class AlreadyExistsError extends IdentityError {
  constructor(readonly field: 'slug' | 'email' | 'handle' | 'key') {
    super('ALREADY_EXISTS', `This ${field} is taken.`, { kind: 'conflict', pointer: `/${field}` });
  }
}

/** A slug, handle, e-mail, password or combination of role and org that does not fit the rules. */
export class InvalidIdentityError extends IdentityError {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super('INVALID_IDENTITY', message, { kind: 'invalid', pointer: `/${field}` });
  }
}

/** A key would do more than the user as whom it acts. */
export class ScopeBeyondRoleError extends IdentityError {
  constructor(scope: ApiKeyScope, role: UserRole) {
    super(
      'SCOPE_BEYOND_ROLE',
      `A key that acts for a user of the role ${role} cannot have the scope ${scope}.`,
      {
        kind: 'invalid',
        pointer: '/scopes',
      },
    );
  }
}

/** Says nothing of which part was wrong, so that nobody learns which addresses have an account. */
export class SignInFailedError extends IdentityError {
  /** @param user who was meant, where there is one; for the audit log, never for the answer. */
  constructor(readonly user: { id: string; orgId: string | null } | null = null) {
    super('SIGN_IN_FAILED', 'E-mail or password is wrong.', { kind: 'unauthenticated' });
  }
}

/** Too many failures for this e-mail or from this address. Maps to 429 with `Retry-After`. */
export class SignInThrottledError extends IdentityError {
  constructor(override readonly retryAfterMs: number) {
    super(
      'SIGN_IN_THROTTLED',
      `Too many failed sign-ins. Try again in ${Math.ceil(retryAfterMs / 60_000)} minutes.`,
      { kind: 'too_many', retry: 'retry', retryAfterMs },
    );
  }
}

/** A secret was to be stored or read, and the deployment has no `SECRETS_KEY`. */
export class SecretsKeyMissingError extends IdentityError {
  constructor() {
    super('SECRETS_KEY_MISSING', 'Secrets cannot be stored: set SECRETS_KEY.', {
      kind: 'not_configured',
      audience: 'operator',
    });
  }
}

/** A stored secret does not open with this `SECRETS_KEY`. */
export class SecretUnreadableError extends IdentityError {
  constructor(readonly setting: string) {
    super('SECRET_UNREADABLE', `The stored ${setting} does not open with this SECRETS_KEY; enter it again.`, {
      kind: 'not_configured',
      audience: 'operator',
    });
  }
}

/** Nothing is taken in for a contact while it is erased: it would be lost, or stay. */
export class ContactBeingErasedError extends IdentityError {
  constructor() {
    super('CONTACT_BEING_ERASED', 'This contact is being erased; send it again when that has ended.', {
      kind: 'conflict',
      retry: 'retry',
      retryAfterMs: 5_000,
    });
  }
}

/** A turn of the contact that is to be erased does not stop; nothing was deleted. */
export class ErasureBusyError extends IdentityError {
  constructor() {
    super('ERASURE_BUSY', 'A turn of this contact is still running and does not stop; try again soon.', {
      kind: 'conflict',
      retry: 'retry',
      retryAfterMs: 5_000,
    });
  }
}
