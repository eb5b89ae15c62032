import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { ContactHoldings } from '#identity';
import { FileContent } from './files/file-content.entity.ts';
import { FileHolding } from './files/file-holding.ts';
import { FileRetention } from './files/file-retention.ts';
import { FileUse } from './files/file-use.entity.ts';
import { StoredFile } from './files/file.entity.ts';
import { FileService } from './files/file.service.ts';

/** Files of messages and of what contacts share. */
@Module({
  imports: [TypeOrmModule.forFeature([StoredFile, FileContent, FileUse])],
  providers: [
    {
      provide: FileService,
      inject: [Database, CLOCK],
      useFactory: (database: Database, clock: Clock) => new FileService(database, clock),
    },
    {
      provide: FileRetention,
      inject: [Database, CLOCK],
      useFactory: (database: Database, clock: Clock) => new FileRetention(database, clock),
    },
    {
      provide: FileHolding,
      inject: [ContactHoldings],
      useFactory: (holdings: ContactHoldings) => {
        const holding = new FileHolding();
        holdings.register(holding);
        return holding;
      },
    },
  ],
  exports: [FileService, FileRetention],
})
export class ArtifactsModule {}
