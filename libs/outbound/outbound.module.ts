import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { OutboundHttp } from './http/outbound-http.ts';

/** What leaves the system. */
@Global()
@Module({
  providers: [
    {
      provide: OutboundHttp,
      inject: [CONFIG, CLOCK],
      useFactory: (config: Config, clock: Clock) =>
        new OutboundHttp(config.environment.HTTP_ALLOW_HOSTS, clock),
    },
  ],
  exports: [OutboundHttp],
})
export class OutboundModule implements OnApplicationShutdown {
  constructor(private readonly http: OutboundHttp) {}

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
