export { ApiKey } from './api-key.entity.ts';
export { AuditEntry, auditActorKinds, type AuditActorKind } from './audit-entry.entity.ts';
export { Contact } from './contact.entity.ts';
export {
  AlreadyExistsError,
  ApiKeyNotFoundError,
  IdentityError,
  identityErrorCodes,
  InvalidIdentityError,
  OrgNotFoundError,
  SecretsKeyMissingError,
  SecretUnreadableError,
  SignInFailedError,
  SignInThrottledError,
  UserNotFoundError,
  type IdentityErrorCode,
} from './identity.errors.ts';
export { Org } from './org.entity.ts';
export { Session, SignInAttempts } from './session.entity.ts';
export { User } from './user.entity.ts';
