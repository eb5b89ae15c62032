import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is in a file: the same content of an org is stored once, however many files it has. */
@Entity('file_contents')
export class FileContent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'file_contents_pkey' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'file_contents_pkey' })
  sha256: string;

  @Column('bytea')
  content: Buffer;

  /** Of a PDF, once it was read. */
  @Column('text', { nullable: true })
  text: string | null;

  /** Why a PDF has no text, once that is known. */
  @Column('text', { nullable: true })
  textProblem: string | null;
}
