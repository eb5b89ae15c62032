import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type DocumentKind = 'syllabus' | 'memo' | 'proposal';

/** A text written for a visitor. A later text of the same kind in the conversation is its next version. */
@Entity('consult_documents')
@Index('consult_documents_versions', ['orgId', 'conversationId', 'kind', 'version'], { unique: true })
@Index('consult_documents_of_contact', ['orgId', 'contactId'])
export class ConsultDocument {
  @PrimaryColumn('uuid')
  orgId: string;

  @PrimaryColumn('text')
  id: string;

  /** Null for a call from outside a conversation. */
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

  /** Other fields of the tool's result. */
  @Column('jsonb')
  data: Record<string, unknown>;

  @Column('timestamptz')
  createdAt: Date;
}
