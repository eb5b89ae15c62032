export { isUuid, newId } from '#config';
export { ApiKey } from './api-key.entity.ts';
export { ApiKeyService, type ApiCaller, type NewApiKey } from './api-key.service.ts';
export { AuditEntry, auditActorKinds, type AuditActorKind } from './audit-entry.entity.ts';
export { AuditLog, type AuditRecord } from './audit-log.ts';
export { Contact } from './contact.entity.ts';
export { ContactService } from './contact.service.ts';
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
export { IdentityModule } from './identity.module.ts';
export { Org } from './org.entity.ts';
export {
  DEPLOYMENT_SETTINGS,
  deploymentSettingsOf,
  type DeploymentSettings,
  type OrgSettings,
} from './org-settings.ts';
export { OrgService, type NewOrg, type OrgChange, type SettingChange } from './org.service.ts';
export { Recent } from './recent.ts';
export { SecretBox } from './secret-box.ts';
export { Session, SignInAttempts } from './session.entity.ts';
export {
  csrfTokenMatches,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SessionService,
  type ActiveSession,
  type OpenedSession,
} from './session.service.ts';
export { SPAN_TEXTS_SETTING, spanTextPolicyOf } from './span-text-policy.ts';
export { fractionSetting, numberSetting, type NumberRange } from './number-setting.ts';
export { User } from './user.entity.ts';
export { UserService, type NewUser, type UserView } from './user.service.ts';
