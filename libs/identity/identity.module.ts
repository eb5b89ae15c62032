import {
  Global,
  Inject,
  Module,
  Optional,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG, type Config } from '#config';
import { SpanTextPolicies } from '#telemetry';
import { ApiKey } from './api-keys/api-key.entity.ts';
import { ApiKeyService } from './api-keys/api-key.service.ts';
import { AuditEntry } from './audit/audit-entry.entity.ts';
import { AuditLog } from './audit/audit-log.repository.ts';
import { Contact } from './contacts/contact.entity.ts';
import { ContactService } from './contacts/contact.service.ts';
import { Invitation } from './users/invitation.entity.ts';
import { InvitationService } from './users/invitation.service.ts';
import { Org } from './orgs/org.entity.ts';
import { DEPLOYMENT_SETTINGS, deploymentSettingsOf } from './settings/org-settings.ts';
import { OrgService } from './orgs/org.service.ts';
import { ContactDataParts } from './privacy/contact-data.ts';
import { ContactPrivacy } from './privacy/contact-privacy.service.ts';
import { SecretBox } from './settings/secret-box.ts';
import { Session, SignInAttempts } from './sessions/session.entity.ts';
import { SessionService } from './sessions/session.service.ts';
import { spanTextPolicyOf } from './orgs/span-text-policy.ts';
import { User } from './users/user.entity.ts';
import { UserService } from './users/user.service.ts';

const SERVICES = [
  OrgService,
  UserService,
  ApiKeyService,
  SessionService,
  ContactService,
  AuditLog,
  InvitationService,
  ContactDataParts,
  ContactPrivacy,
];

/** Orgs, users, contacts, keys, sessions and the audit log. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([Org, User, Contact, ApiKey, Session, SignInAttempts, AuditEntry, Invitation]),
  ],
  providers: [
    { provide: DEPLOYMENT_SETTINGS, inject: [CONFIG], useFactory: deploymentSettingsOf },
    {
      provide: SecretBox,
      inject: [CONFIG],
      useFactory: ({ environment }: Config) =>
        new SecretBox(environment.SECRETS_KEY, environment.PREVIOUS_SECRETS_KEYS),
    },
    ...SERVICES,
  ],
  exports: [DEPLOYMENT_SETTINGS, SecretBox, ...SERVICES],
})
export class IdentityModule implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly apiKeys: ApiKeyService,
    private readonly orgs: OrgService,
    @Optional() @Inject(SpanTextPolicies) private readonly spanTexts?: SpanTextPolicies,
  ) {}

  /** Registers the span text policy, because the span store does not know orgs. */
  onModuleInit(): void {
    this.spanTexts?.use((orgId) => spanTextPolicyOf(this.orgs, orgId));
  }

  /** Runs before the pool is closed in a later phase. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.apiKeys.settle();
  }
}
