import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';

/** The metadata of a file. Its content is a {@link FileContent}. */
@Entity('files')
@Index('files_by_content', ['orgId', 'sha256'])
@Index('files_by_origin', ['orgId', 'origin'], { unique: true, where: 'origin IS NOT NULL' })
@Index('files_by_time', ['orgId', 'createdAt'])
export class StoredFile extends RowWithId {
  @Column('text')
  name: string;

  @Column('text')
  mediaType: string;

  @Column('integer')
  bytes: number;

  /** SHA-256 of the content, as 64 hexadecimal digits. */
  @Column('text')
  sha256: string;

  /** Source from which the platform fetched the file, so that it is fetched once; null for an upload. */
  @Column('text', { nullable: true })
  origin: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
