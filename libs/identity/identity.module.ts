import {
  Global,
  Inject,
  Module,
  Optional,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
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
import {
  DEPLOYMENT_SETTINGS,
  deploymentSettingsOf,
  type DeploymentSettings,
} from './settings/org-settings.ts';
import { OrgService } from './orgs/org.service.ts';
import { ContactHoldings } from './privacy/contact-holding.ts';
import { ContactPrivacy } from './privacy/contact-privacy.service.ts';
import { SecretBox } from './settings/secret-box.ts';
import { Session, SignInAttempts } from './sessions/session.entity.ts';
import { SessionService } from './sessions/session.service.ts';
import { KnownSettings } from './settings/known-settings.ts';
import { spanTextPolicyOf } from './orgs/span-text-policy.ts';
import { User } from './users/user.entity.ts';
import { UserService } from './users/user.service.ts';

const onDatabase = [Database, CLOCK];

/** Orgs, people, keys, sessions and the audit log. */
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
    {
      provide: OrgService,
      // Without the settings of packs, for a process that runs none, those of the platform are known.
      inject: [...onDatabase, DEPLOYMENT_SETTINGS, SecretBox, { token: KnownSettings, optional: true }],
      useFactory: (
        database: Database,
        clock: Clock,
        deployment: DeploymentSettings,
        secrets: SecretBox,
        known?: KnownSettings,
      ) => new OrgService(database, clock, deployment, secrets, known),
    },
    {
      provide: UserService,
      inject: onDatabase,
      useFactory: (database: Database, clock: Clock) => new UserService(database, clock),
    },
    {
      provide: ApiKeyService,
      inject: onDatabase,
      useFactory: (database: Database, clock: Clock) => new ApiKeyService(database, clock),
    },
    {
      provide: SessionService,
      inject: onDatabase,
      useFactory: (database: Database, clock: Clock) => new SessionService(database, clock),
    },
    { provide: ContactService, inject: [CLOCK], useFactory: (clock: Clock) => new ContactService(clock) },
    { provide: AuditLog, inject: [CLOCK], useFactory: (clock: Clock) => new AuditLog(clock) },
    {
      provide: InvitationService,
      inject: [...onDatabase, UserService, AuditLog],
      useFactory: (database: Database, clock: Clock, users: UserService, audit: AuditLog) =>
        new InvitationService(database, clock, users, audit),
    },
    { provide: ContactHoldings, useFactory: () => new ContactHoldings() },
    {
      provide: ContactPrivacy,
      inject: [...onDatabase, ContactService, ContactHoldings, AuditLog],
      useFactory: (
        database: Database,
        clock: Clock,
        contacts: ContactService,
        holdings: ContactHoldings,
        audit: AuditLog,
      ) => new ContactPrivacy(database, clock, contacts, holdings, audit),
    },
  ],
  exports: [
    DEPLOYMENT_SETTINGS,
    SecretBox,
    OrgService,
    UserService,
    ApiKeyService,
    SessionService,
    ContactService,
    AuditLog,
    InvitationService,
    ContactHoldings,
    ContactPrivacy,
  ],
})
export class IdentityModule implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly apiKeys: ApiKeyService,
    private readonly orgs: OrgService,
    @Optional() @Inject(SpanTextPolicies) private readonly spanTexts?: SpanTextPolicies,
  ) {}

  /** The span store does not know orgs; it is told here what each wants done with its texts. */
  onModuleInit(): void {
    this.spanTexts?.use((orgId) => spanTextPolicyOf(this.orgs, orgId));
  }

  /** Before the pool is closed, which happens in a later phase. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.apiKeys.settle();
  }
}
