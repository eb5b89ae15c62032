import { Module } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { AuditLog, OrgService } from '#identity';
import { JobQueue } from '#queue';
import { TurnQueue } from '../admission/turn-queue.ts';
import { Approvals } from './approvals.service.ts';

/** Deciding about calls that wait for a person, and letting their turns go on. */
@Module({
  providers: [
    {
      provide: TurnQueue,
      inject: [JobQueue, PinoLogger],
      useFactory: (jobs: JobQueue, logger: PinoLogger) => new TurnQueue(jobs, logger),
    },
    {
      provide: Approvals,
      inject: [Database, CLOCK, TurnQueue, OrgService, AuditLog],
      useFactory: (database: Database, clock: Clock, queue: TurnQueue, orgs: OrgService, audit: AuditLog) =>
        new Approvals(database, clock, queue, orgs, audit),
    },
  ],
  exports: [TurnQueue, Approvals],
})
export class ApprovalsModule {}
