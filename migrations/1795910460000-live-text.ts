import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** The text of running turns is sent to the readers of the moment and no longer stored as events. */
export class LiveText1795910460000 implements MigrationInterface {
  name = 'LiveText1795910460000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Conversations that somebody reads live, with the text so far of the running turn. Unlogged: a crash of the server
      -- costs the readers of the moment the pieces of a text, and each piece is written without waiting for the disk.
      CREATE UNLOGGED TABLE conversation_readers (
        org_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        read_until timestamptz NOT NULL,
        turn_id uuid,
        event_seq integer,
        text text,
        CONSTRAINT conversation_readers_pkey PRIMARY KEY (org_id, conversation_id)
      )
    `);
    await isolateByOrg(runner, 'conversation_readers');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE conversation_readers');
  }
}
