import { Inject, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { ContactDataParts } from '#identity';
import { AnalyticsReadModel } from './queries/analytics.read-model.ts';
import { Analytics } from './queries/analytics.service.ts';
import { AnalyticsReader } from './readers/analytics-reader.entity.ts';
import { AnalyticsReaderRepository } from './readers/analytics-reader.repository.ts';
import { AnalyticsReaders } from './readers/analytics-readers.service.ts';
import { RollupContactData } from './rollups/rollup-contact-data.repository.ts';
import { RolledUpTurn, RollupProgress } from './rollups/rollup-progress.entity.ts';
import { Rollups } from './rollups/rollups.service.ts';
import { RowRetention } from './retention/row-retention.service.ts';
import { SavedQueries } from './saved/saved-queries.service.ts';
import { SavedQuery } from './saved/saved-query.entity.ts';

/**
 * Maintains rollups, removes old rows, and serves analytics queries. When a contact is erased, it keeps the anonymous
 * counts of the contact's turns.
 */
@Module({
  imports: [TypeOrmModule.forFeature([RollupProgress, RolledUpTurn, SavedQuery, AnalyticsReader])],
  providers: [
    Rollups,
    RowRetention,
    AnalyticsReadModel,
    Analytics,
    SavedQueries,
    {
      provide: AnalyticsReaders,
      inject: [Database, CLOCK, CONFIG],
      useFactory: (database: Database, clock: Clock, config: Config) =>
        new AnalyticsReaders(new AnalyticsReaderRepository(database), clock, config.database),
    },
  ],
  exports: [Rollups, RowRetention, Analytics, SavedQueries, AnalyticsReaders],
})
export class AnalyticsModule {
  constructor(@Inject(ContactDataParts) contactData: ContactDataParts) {
    contactData.register(new RollupContactData());
  }
}
