import { Inject, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactDataParts } from '#identity';
import { artifactContactData } from './artifact-contact-data.ts';
import { FileContent } from './files/file-content.entity.ts';
import { FileContactData } from './files/file-contact-data.ts';
import { FileRetention } from './files/file-retention.ts';
import { FileUse } from './files/file-use.entity.ts';
import { StoredFile } from './files/file.entity.ts';
import { FileService } from './files/file.service.ts';
import { ArtifactVersion } from './versions/artifact-version.entity.ts';
import { Artifact } from './versions/artifact.entity.ts';
import { ArtifactReadModel } from './versions/artifact.read-model.ts';
import { ArtifactService } from './versions/artifact.service.ts';

/** Artifacts of conversations, and files that are attached to messages or shared by contacts. */
@Module({
  imports: [TypeOrmModule.forFeature([StoredFile, FileContent, FileUse, Artifact, ArtifactVersion])],
  providers: [ArtifactService, ArtifactReadModel, FileService, FileRetention],
  exports: [ArtifactService, ArtifactReadModel, FileService, FileRetention],
})
export class ArtifactsModule {
  constructor(@Inject(ContactDataParts) contactData: ContactDataParts) {
    contactData.register(artifactContactData());
    contactData.register(new FileContactData());
  }
}
