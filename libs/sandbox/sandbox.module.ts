import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '#config';
import { SharedSandbox } from './shared-sandbox.ts';

/** The sandbox of the process, with as many threads as `SANDBOX_THREADS` says. */
@Global()
@Module({
  providers: [
    {
      provide: SharedSandbox,
      inject: [CONFIG],
      useFactory: ({ environment }: Config) => new SharedSandbox({ threads: environment.SANDBOX_THREADS }),
    },
  ],
  exports: [SharedSandbox],
})
export class SandboxModule {}
