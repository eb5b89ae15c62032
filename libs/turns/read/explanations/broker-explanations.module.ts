import { Module } from '@nestjs/common';
import { RankingModule, StoredRankers, ToolBroker } from '#broker';
import { Database } from '#database';
import { Flags } from '#flags';
import { OrgService } from '#identity';
import { ToolRegistry } from '#tools';
import { BrokerExplanations } from './broker-explanations.service.ts';

/** Looking into the broker's choices; needs the tools and the flags beside it, and no queue. */
@Module({
  imports: [RankingModule],
  providers: [
    {
      provide: BrokerExplanations,
      inject: [Database, ToolRegistry, OrgService, Flags, ToolBroker, StoredRankers],
      useFactory: (
        database: Database,
        registry: ToolRegistry,
        orgs: OrgService,
        flags: Flags,
        broker: ToolBroker,
        rankers: StoredRankers,
      ) => new BrokerExplanations({ database, registry, orgs, flags, broker, rankers }),
    },
  ],
  exports: [BrokerExplanations, RankingModule],
})
export class BrokerExplanationsModule {}
