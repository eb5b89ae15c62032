export { isUuid, newId } from '#config';
export { ApiKeyService, type ApiCaller, type NewApiKey } from './api-key.service.ts';
export { AuditEntry, type AuditActorKind } from './audit-entry.entity.ts';
export { AuditLog, type AuditActor, type AuditRecord } from './audit-log.repository.ts';
export { Contact } from './contact.entity.ts';
export { ContactService } from './contact.service.ts';
export {
  ErasureBusyError,
  InvalidIdentityError,
  OrgNotFoundError,
  SecretUnreadableError,
  SignInFailedError,
  type IdentityErrorCode,
} from './identity.errors.ts';
export { IdentityModule } from './identity.module.ts';
export { InvitationService } from './invitation.service.ts';
export { Org } from './org.entity.ts';
export { DEPLOYMENT_SETTINGS, type DeploymentSettings, type OrgSettings } from './org-settings.ts';
export { OrgService, type NewOrg, type OrgChange, type SettingChange } from './org.service.ts';
export { RecentAnswers } from './recent-answers.ts';
export { SecretBox } from './secret-box.ts';
export {
  csrfTokenMatches,
  SessionService,
  type ActiveSession,
  type OpenedSession,
} from './session.service.ts';
export { ContactHoldings, type ContactHolding, type ErasedBatch } from './privacy/contact-holding.ts';
export { ContactPrivacy } from './privacy/contact-privacy.service.ts';
export { OF_CONTACT, OF_CONVERSATIONS, OF_TURNS, TableHolding } from './privacy/table-holding.repository.ts';
export {
  choice,
  fraction,
  nameList,
  settingText,
  timeZone,
  wholeNumberSetting,
  type SettingReader,
} from './settings/read-setting.ts';
export { KnownSettings, type KnownSetting, type PackSetting } from './settings/known-settings.ts';
export { SettingService, type NamedBySettings } from './settings/setting.service.ts';
export { SettingsModule } from './settings/settings.module.ts';
export { platformSettings, type SettingName, type SettingNameOf } from './settings/setting-catalogue.ts';
export type { UserView } from './user.repository.ts';
export { UserService, type NewUser } from './user.service.ts';
export { nearestNames } from './settings/nearest-names.ts';
export { spanTextPolicyOf } from './span-text-policy.ts';
