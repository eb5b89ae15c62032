import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { RowWithId } from '#database';
import { KnowledgeFact } from './knowledge-fact.entity.ts';

/** A part of a fact, short enough for one vector. */
@Entity('knowledge_passages')
@Index('knowledge_passages_of_fact', ['orgId', 'factId'])
@ForeignKey(() => KnowledgeFact, ['orgId', 'factId'], ['orgId', 'id'], {
  name: 'fk_knowledge_passages_fact',
  onDelete: 'CASCADE',
})
export class KnowledgePassage extends RowWithId {
  @Column('uuid')
  factId: string;

  /** Begins with the title of the fact, so that each passage can be found by it. */
  @Column('text')
  text: string;

  /** Hashed terms, as those of an insight. */
  @Column('bytea')
  searchTerms: Buffer;

  @Column('smallint')
  searchTermsVersion: number;

  /** Vectors of different models are never compared. */
  @Column('text')
  embeddingModel: string;

  @Column('vector', { length: 768 })
  embedding: number[];
}
