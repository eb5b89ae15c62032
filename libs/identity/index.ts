export { isUuid, newId } from '#config';
export type { ApiCaller } from './api-keys/api-key.repository.ts';
export { ApiKeyService } from './api-keys/api-key.service.ts';
export { AuditEntry, type AuditActorKind } from './audit/audit-entry.entity.ts';
export { AuditLog, type AuditActor, type AuditRecord } from './audit/audit-log.repository.ts';
export { Contact } from './contacts/contact.entity.ts';
export { ContactService } from './contacts/contact.service.ts';
export {
  OrgNotFoundError,
  SecretsKeyMissingError,
  SecretUnreadableError,
  SignInFailedError,
} from './identity.errors.ts';
export { IdentityModule } from './identity.module.ts';
export { InvitationService } from './users/invitation.service.ts';
export { Org } from './orgs/org.entity.ts';
export { DEPLOYMENT_SETTINGS, type OrgSettings } from './settings/org-settings.ts';
export { OrgService, type NewOrg } from './orgs/org.service.ts';
export { ShortLivedCache } from './orgs/short-lived-cache.ts';
export { SecretBox } from './settings/secret-box.ts';
export {
  csrfTokenMatches,
  SessionService,
  type ActiveSession,
  type OpenedSession,
} from './sessions/session.service.ts';
export { ContactDataParts, type ContactData, type ErasedBatch } from './privacy/contact-data.ts';
export { ContactPrivacy } from './privacy/contact-privacy.service.ts';
export {
  OF_CONTACT,
  OF_CONVERSATIONS,
  OF_TURNS,
  TableContactData,
} from './privacy/table-contact-data.repository.ts';
export {
  choice,
  fraction,
  nameList,
  settingText,
  timeZone,
  wholeNumberSetting,
  type SettingReader,
} from './settings/read-setting.ts';
export { KnownSettings, type KnownSetting } from './settings/known-settings.ts';
export { SettingService } from './settings/setting.service.ts';
export { SettingsModule } from './settings/settings.module.ts';
export { platformSettings, type SettingNameOf } from './settings/setting-catalogue.ts';
export type { UserView } from './users/user.repository.ts';
export { UserService } from './users/user.service.ts';
export { nearestNames } from './settings/nearest-names.ts';
