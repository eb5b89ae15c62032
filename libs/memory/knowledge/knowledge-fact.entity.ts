import { Column, Entity, ForeignKey } from 'typeorm';
import type { KnowledgeTopic } from '#contracts';
import { RowWithId } from '#database';
import { Org } from '#identity';

@Entity('knowledge_facts')
@ForeignKey(() => Org, ['orgId'], ['id'], { name: 'fk_knowledge_facts_org', onDelete: 'CASCADE' })
export class KnowledgeFact extends RowWithId {
  @Column('text')
  topic: KnowledgeTopic;

  @Column('text')
  title: string;

  @Column('text')
  text: string;

  @Column('text', { nullable: true })
  source: string | null;

  /** Tokens of its line in a prompt. */
  @Column('integer')
  tokens: number;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
