import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { ContactHoldings } from '#identity';
import { TURN_NEWS, type TurnNews } from '#queue';
import { artifactHolding } from './artifact-holding.ts';
import { FileContent } from './files/file-content.entity.ts';
import { FileHolding } from './files/file-holding.ts';
import { FileRetention } from './files/file-retention.ts';
import { FileUse } from './files/file-use.entity.ts';
import { StoredFile } from './files/file.entity.ts';
import { FileService } from './files/file.service.ts';
import { ArtifactVersion } from './versions/artifact-version.entity.ts';
import { Artifact } from './versions/artifact.entity.ts';
import { ArtifactReadModel } from './versions/artifact.read-model.ts';
import { ArtifactService } from './versions/artifact.service.ts';

const ARTIFACT_HOLDING = Symbol('ArtifactHolding');

/** Artifacts of conversations; files of messages and of what contacts share. */
@Module({
  imports: [TypeOrmModule.forFeature([StoredFile, FileContent, FileUse, Artifact, ArtifactVersion])],
  providers: [
    {
      provide: ArtifactService,
      inject: [Database, CLOCK, TURN_NEWS],
      useFactory: (database: Database, clock: Clock, news: TurnNews) =>
        new ArtifactService(database, clock, news),
    },
    {
      provide: ArtifactReadModel,
      inject: [Database],
      useFactory: (database: Database) => new ArtifactReadModel(database),
    },
    {
      provide: ARTIFACT_HOLDING,
      inject: [ContactHoldings],
      useFactory: (holdings: ContactHoldings) => holdings.register(artifactHolding()),
    },
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
  exports: [ArtifactService, ArtifactReadModel, FileService, FileRetention],
})
export class ArtifactsModule {}
