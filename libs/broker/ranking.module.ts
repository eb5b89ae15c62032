import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RankerTraining } from './rankers/ranker-training.service.ts';
import { RankerVersion } from './rankers/ranker-version.entity.ts';
import { StoredRankers } from './rankers/stored-rankers.ts';
import { ToolBroker } from './selection/tool-broker.ts';

/** Tool selection and ranker training without queues, for commands and the console. */
@Module({
  imports: [TypeOrmModule.forFeature([RankerVersion])],
  providers: [ToolBroker, StoredRankers, RankerTraining],
  exports: [ToolBroker, StoredRankers, RankerTraining],
})
export class RankingModule {}
