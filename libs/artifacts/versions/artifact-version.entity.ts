import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';
import type { MergeStrategy } from '#pack-kit';

/** The author of a version: a member of the org, an agent in a turn, or the platform. */
export const authorKinds = ['user', 'agent', 'system'] as const;
export type AuthorKind = (typeof authorKinds)[number];

/** A complete version of an artifact. It is immutable. */
@Entity('artifact_versions')
@Index('artifact_versions_by_time', ['orgId', 'conversationId', 'createdAt'])
@Index('artifact_versions_told', ['orgId', 'conversationId', 'toldSeq'], {
  unique: true,
  where: 'told_seq IS NOT NULL',
})
export class ArtifactVersion extends RowOfOrg {
  @PrimaryColumn('uuid')
  artifactId: string;

  /** Version number, from 1 without gaps. */
  @PrimaryColumn('integer')
  version: number;

  @Column('uuid')
  conversationId: string;

  /** The content of markdown. */
  @Column('text', { nullable: true })
  content: string | null;

  /** The content of other formats, or the parts of a summary. */
  @Column('jsonb', { nullable: true })
  contentJson: unknown;

  @Column('integer')
  bytes: number;

  /** SHA-256 of the canonical content. An equal content adds no version. */
  @Column('text')
  contentHash: string;

  @Column('text')
  strategy: MergeStrategy;

  @Column('text', { array: true, default: () => "'{}'" })
  warnings: string[];

  /** Line counts of the difference to the previous version. */
  @Column('integer')
  linesAdded: number;

  @Column('integer')
  linesRemoved: number;

  @Column('uuid', { nullable: true })
  createdBy: string | null;

  @Column('text')
  createdByKind: AuthorKind;

  @Column('text', { nullable: true })
  agent: string | null;

  @Column('uuid', { nullable: true })
  turnId: string | null;

  /** Idempotency key of the tool call that wrote it. */
  @Column('text', { nullable: true })
  toolCallId: string | null;

  /** Number of the update event of a version written outside of a turn; null for versions written in a turn. */
  @Column('integer', { nullable: true })
  toldSeq: number | null;

  @Column('timestamptz')
  createdAt: Date;
}
