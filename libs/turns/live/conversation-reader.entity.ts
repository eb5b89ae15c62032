import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** A conversation that somebody reads live, and the text so far of its turn. The table is unlogged. */
@Entity('conversation_readers')
export class ConversationReader extends RowOfOrg {
  @PrimaryColumn('uuid')
  conversationId: string;

  @Column('timestamptz')
  readUntil: Date;

  @Column('uuid', { nullable: true })
  turnId: string | null;

  /** Number of the event after which the text began. Later events supersede it. */
  @Column('integer', { nullable: true })
  eventSeq: number | null;

  @Column('text', { nullable: true })
  text: string | null;
}
