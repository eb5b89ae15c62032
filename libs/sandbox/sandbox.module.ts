import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '#config';
import { SharedSandbox } from './shared-sandbox.ts';

/** Provides the sandbox of the process. `SANDBOX_THREADS` is its number of threads. */
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
