import { Module } from '@nestjs/common';
import { ArtifactsModule, ArtifactService } from '#artifacts';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { OrgService } from '#identity';
import { ModelTasks } from '#models';
import { ToolRegistry } from '#tools';
import { ConversationSummaries } from './conversation-summaries.service.ts';

/** Summaries of conversations: made by the worker after turns, and by the api when they are asked for. */
@Module({
  imports: [ArtifactsModule],
  providers: [
    {
      provide: ConversationSummaries,
      inject: [Database, CLOCK, ToolRegistry, ArtifactService, ModelTasks, OrgService],
      useFactory: (
        database: Database,
        clock: Clock,
        registry: ToolRegistry,
        artifacts: ArtifactService,
        tasks: ModelTasks,
        orgs: OrgService,
      ) => new ConversationSummaries({ database, clock, registry, artifacts, tasks, orgs }),
    },
  ],
  exports: [ConversationSummaries],
})
export class SummariesModule {}
