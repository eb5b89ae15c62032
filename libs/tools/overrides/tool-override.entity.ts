import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { ToolOverride, ToolOverrideVersion } from '#contracts';
import type { AuditActorKind } from '#identity';

/**
 * One version of a layer's override of a tool. The highest version is current. Rows are never updated, except to remove
 * the words of an erased contact.
 */
@Entity('tool_overrides')
@Unique('tool_overrides_versions', ['orgId', 'tool', 'version'])
export class ToolOverrideRow {
  @PrimaryColumn('uuid')
  id: string;

  /** Null for the platform's layer. */
  @Column('uuid', { nullable: true })
  orgId: string | null;

  @Column('text')
  tool: string;

  /** Starts at 1. */
  @Column('integer')
  version: number;

  /** Empty after a revert to the file. */
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
