import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ArtifactsModule } from '#artifacts';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { AuditLog, OrgService, UserService } from '#identity';
import { MemoryModule } from '#memory';
import { FollowUps } from '#queue';
import { ToolExecutor } from '#tools';
import { outsideCallers } from '../outside-callers.provider.ts';
import { OutsideCallers } from '../outside-callers.ts';
import { ToolRun } from './tool-run.entity.ts';
import { ToolRunRequests } from './tool-runs.service.ts';
import { ToolRunWork } from './tool-run-work.ts';

/** Asking for runs of tools: what the console needs. */
@Module({
  imports: [TypeOrmModule.forFeature([ToolRun])],
  providers: [
    {
      provide: ToolRunRequests,
      inject: [Database, CLOCK, FollowUps, AuditLog],
      useFactory: (database: Database, clock: Clock, followUps: FollowUps, audit: AuditLog) =>
        new ToolRunRequests({ database, clock, followUps, audit }),
    },
  ],
  exports: [ToolRunRequests],
})
export class ToolRunsModule {}

/** Running them: what the worker needs. */
@Module({
  imports: [TypeOrmModule.forFeature([ToolRun]), MemoryModule, ArtifactsModule],
  providers: [
    { provide: OutsideCallers, ...outsideCallers },
    {
      provide: ToolRunWork,
      inject: [Database, CLOCK, ToolExecutor, OutsideCallers, UserService, OrgService],
      useFactory: (
        database: Database,
        clock: Clock,
        executor: ToolExecutor,
        callers: OutsideCallers,
        users: UserService,
        orgs: OrgService,
      ) => new ToolRunWork({ database, clock, executor, callers, users, orgs }),
    },
  ],
  exports: [ToolRunWork],
})
export class ToolRunWorkModule {}
