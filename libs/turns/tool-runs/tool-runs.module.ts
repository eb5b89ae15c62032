import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ArtifactsModule, ArtifactService, FileService } from '#artifacts';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { AuditLog, OrgService, UserService } from '#identity';
import { InsightService, MemoryModule } from '#memory';
import { ModelCalls, ModelRegistry, ModelTasks } from '#models';
import { Mail, OutboundHttp } from '#outbound';
import { FollowUps } from '#queue';
import { ToolExecutor, ToolRegistry } from '#tools';
import { OutsideCallers } from '../callers/outside-callers.ts';
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
    {
      provide: ToolRunWork,
      inject: [
        Database,
        CLOCK,
        ToolRegistry,
        ToolExecutor,
        InsightService,
        ArtifactService,
        OutboundHttp,
        Mail,
        ModelTasks,
        OrgService,
        UserService,
        FileService,
        ModelCalls,
        ModelRegistry,
      ],
      useFactory: (
        database: Database,
        clock: Clock,
        registry: ToolRegistry,
        executor: ToolExecutor,
        memory: InsightService,
        artifacts: ArtifactService,
        http: OutboundHttp,
        mail: Mail,
        tasks: ModelTasks,
        orgs: OrgService,
        users: UserService,
        files: FileService,
        calls: ModelCalls,
        modelRegistry: ModelRegistry,
      ) => {
        const shared = {
          database,
          clock,
          registry,
          memory,
          artifacts,
          http,
          mail,
          tasks,
          orgs,
          files,
          calls,
        };
        const callers = new OutsideCallers({ ...shared, modelRegistry });
        return new ToolRunWork({ database, clock, executor, callers, users, orgs });
      },
    },
  ],
  exports: [ToolRunWork],
})
export class ToolRunWorkModule {}
