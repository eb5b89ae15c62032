import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type DocumentKind = 'syllabus' | 'memo' | 'proposal';

/** A text that was written for a visitor; a new one of its kind in the conversation is its next version. */
@Entity('consult_documents')
@Index('consult_documents_versions', ['orgId', 'conversationId', 'kind', 'version'], { unique: true })
@Index('consult_documents_of_contact', ['orgId', 'contactId'])
export class ConsultDocument {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'consult_documents_pkey' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'consult_documents_pkey' })
  id: string;

  /** Null where a call from outside of a conversation asked for it. */
  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('text', { nullable: true })
  contactId: string | null;

  @Column('text')
  kind: DocumentKind;

  /** From 1. */
  @Column('integer')
  version: number;

  @Column('text')
  markdown: string;

  /** What the tool gave besides. */
  @Column('jsonb')
  data: Record<string, unknown>;

  @Column('timestamptz')
  createdAt: Date;
}
