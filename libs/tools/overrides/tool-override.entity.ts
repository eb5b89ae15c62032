import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { ToolOverride, ToolOverrideVersion } from '#contracts';
import type { AuditActorKind } from '#identity';

/**
 * One version of what a layer says of a tool instead of its file. The highest version is current. Never updated, but for what a forgotten contact
 * had said.
 */
@Entity('tool_overrides')
@Unique('tool_overrides_versions', ['orgId', 'tool', 'version'])
export class ToolOverrideRow {
  /** UUID v7. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tool_overrides_pkey' })
  id: string;

  /** Null for the platform's layer. */
  @Column('uuid', { nullable: true })
  orgId: string | null;

  @Column('text')
  tool: string;

  /** From 1. */
  @Column('integer')
  version: number;

  /** Empty where the layer says nothing any more. */
  @Column('jsonb')
  override: ToolOverride;

  @Column('text')
  action: ToolOverrideVersion['action'];

  @Column('text')
  actorKind: AuditActorKind;

  @Column('uuid', { nullable: true })
  actorUserId: string | null;

  @Column('text')
  reason: string;

  @Column('timestamptz')
  createdAt: Date;
}
