import { Inject, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactHoldings } from '#identity';
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

/** Artifacts of conversations; files of messages and of what contacts share. */
@Module({
  imports: [TypeOrmModule.forFeature([StoredFile, FileContent, FileUse, Artifact, ArtifactVersion])],
  providers: [ArtifactService, ArtifactReadModel, FileService, FileRetention],
  exports: [ArtifactService, ArtifactReadModel, FileService, FileRetention],
})
export class ArtifactsModule {
  constructor(@Inject(ContactHoldings) holdings: ContactHoldings) {
    holdings.register(artifactHolding());
    holdings.register(new FileHolding());
  }
}
