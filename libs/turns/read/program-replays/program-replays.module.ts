import { Module } from '@nestjs/common';
import { Database } from '#database';
import { OrgService } from '#identity';
import { SandboxModule, SharedSandbox } from '#sandbox';
import { ProgramReplays } from './program-replays.service.ts';

/** Looking at the programs of turns, and running them again: what the console needs. */
@Module({
  imports: [SandboxModule],
  providers: [
    {
      provide: ProgramReplays,
      inject: [Database, SharedSandbox, OrgService],
      useFactory: (database: Database, sandbox: SharedSandbox, orgs: OrgService) =>
        new ProgramReplays(database, sandbox, orgs),
    },
  ],
  exports: [ProgramReplays],
})
export class ProgramReplaysModule {}
