import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MergeStrategy } from '#pack-kit';

/** Who wrote a version: a member of the org, an agent in a turn, or the platform itself. */
export const authorKinds = ['user', 'agent', 'system'] as const;
export type AuthorKind = (typeof authorKinds)[number];

/** One version of an artifact, whole; it is never changed. */
@Entity('artifact_versions')
@Index('artifact_versions_by_time', ['orgId', 'conversationId', 'createdAt'])
@Index('artifact_versions_told', ['orgId', 'conversationId', 'toldSeq'], {
  unique: true,
  where: 'told_seq IS NOT NULL',
})
export class ArtifactVersion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'artifact_versions_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'artifact_versions_pkey' })
  artifactId: string;

  /** 1, 2, 3 … without gaps. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'artifact_versions_pkey' })
  version: number;

  @Column('uuid')
  conversationId: string;

  /** Of markdown. */
  @Column('text', { nullable: true })
  content: string | null;

  /** Of every other format; of a summary its parts. */
  @Column('jsonb', { nullable: true })
  contentJson: unknown;

  @Column('integer')
  bytes: number;

  /** SHA-256 of the content in one spelling: an equal one adds no version. */
  @Column('text')
  contentHash: string;

  @Column('text')
  strategy: MergeStrategy;

  @Column('text', { array: true, default: () => "'{}'" })
  warnings: string[];

  /** Against the version before. */
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

  /** Its number among the updates that no turn tells of; null where its turn does. */
  @Column('integer', { nullable: true })
  toldSeq: number | null;

  @Column('timestamptz')
  createdAt: Date;
}
