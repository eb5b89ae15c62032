import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** The content of files. Equal contents of an org are stored once. */
@Entity('file_contents')
export class FileContent extends RowOfOrg {
  @PrimaryColumn('text')
  sha256: string;

  /** Null for the content of a large file, which is stored in parts. */
  @Column('bytea', { nullable: true })
  content: Buffer | null;

  /** Extracted text of a PDF; null until it is read. */
  @Column('text', { nullable: true })
  text: string | null;

  /** Reason for which no text could be extracted from a PDF; null until it is read. */
  @Column('text', { nullable: true })
  textProblem: string | null;
}
