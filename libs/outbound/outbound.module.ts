import {
  Global,
  Module,
  type DynamicModule,
  type InjectionToken,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { OutboundHttp } from './http/outbound-http.ts';
import { Mail } from './mail/mail.ts';
import { OutboxMessage } from './mail/outbox-message.entity.ts';
import { WebhookAttempt } from './webhooks/webhook-attempt.entity.ts';
import { WebhookDelivery } from './webhooks/webhook-delivery.entity.ts';
import { WebhookSecret } from './webhooks/webhook-secret.entity.ts';
import { WebhookSecrets, type SecretSealer } from './webhooks/webhook-secrets.ts';
import { Webhooks } from './webhooks/webhooks.ts';

export interface OutboundModuleOptions {
  /** Injection token of the encryption of webhook signing secrets. */
  sealer: InjectionToken<SecretSealer>;
}

/** Outbound HTTP, mail and webhooks. */
@Global()
@Module({})
export class OutboundModule implements OnApplicationShutdown {
  static forRoot({ sealer }: OutboundModuleOptions): DynamicModule {
    return {
      module: OutboundModule,
      imports: [TypeOrmModule.forFeature([WebhookDelivery, WebhookAttempt, WebhookSecret, OutboxMessage])],
      providers: [
        {
          provide: OutboundHttp,
          inject: [CONFIG, CLOCK, PinoLogger],
          useFactory: (config: Config, clock: Clock, logger: PinoLogger) =>
            new OutboundHttp(config.environment.HTTP_ALLOW_HOSTS, clock, (refused) =>
              logger.warn(
                refused,
                'a host was refused because it does not resolve to a public internet address',
              ),
            ),
        },
        {
          provide: Mail,
          inject: [Database, CLOCK, CONFIG, OutboundHttp],
          useFactory: (database: Database, clock: Clock, { environment }: Config, http: OutboundHttp) => {
            const { MAIL_TRANSPORT, SMTP_URL, MAIL_FROM } = environment;
            const own = new Map(Object.entries({ MAIL_TRANSPORT, SMTP_URL, MAIL_FROM }));
            return new Mail(database, clock, own, http.guard);
          },
        },
        Webhooks,
        {
          provide: WebhookSecrets,
          inject: [sealer, CLOCK],
          useFactory: (box: SecretSealer, clock: Clock) => new WebhookSecrets(box, clock),
        },
      ],
      exports: [OutboundHttp, Mail, Webhooks, WebhookSecrets],
    };
  }

  constructor(private readonly http: OutboundHttp) {}

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
