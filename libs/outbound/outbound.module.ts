import {
  Global,
  Module,
  type DynamicModule,
  type InjectionToken,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { FollowUps } from '#queue';
import { OutboundHttp } from './http/outbound-http.ts';
import { WebhookAttempt } from './webhooks/webhook-attempt.entity.ts';
import { WebhookDelivery } from './webhooks/webhook-delivery.entity.ts';
import { WebhookSecret } from './webhooks/webhook-secret.entity.ts';
import { WebhookSecrets, type SecretSealer } from './webhooks/webhook-secrets.ts';
import { Webhooks } from './webhooks/webhooks.ts';

export interface OutboundModuleOptions {
  /** Token of what encrypts the secrets that webhooks are signed with. */
  sealer: InjectionToken<SecretSealer>;
}

/** What leaves the system. */
@Global()
@Module({})
export class OutboundModule implements OnApplicationShutdown {
  static forRoot({ sealer }: OutboundModuleOptions): DynamicModule {
    return {
      module: OutboundModule,
      imports: [TypeOrmModule.forFeature([WebhookDelivery, WebhookAttempt, WebhookSecret])],
      providers: [
        {
          provide: OutboundHttp,
          inject: [CONFIG, CLOCK],
          useFactory: (config: Config, clock: Clock) =>
            new OutboundHttp(config.environment.HTTP_ALLOW_HOSTS, clock),
        },
        {
          provide: Webhooks,
          inject: [CLOCK, FollowUps],
          useFactory: (clock: Clock, followUps: FollowUps) => new Webhooks(clock, followUps),
        },
        {
          provide: WebhookSecrets,
          inject: [sealer, CLOCK],
          useFactory: (box: SecretSealer, clock: Clock) => new WebhookSecrets(box, clock),
        },
      ],
      exports: [OutboundHttp, Webhooks, WebhookSecrets],
    };
  }

  constructor(private readonly http: OutboundHttp) {}

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
