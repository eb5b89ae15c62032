import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { InsightUtterances1763600000550 } from '../../migrations/1763600000550-insight-utterances.ts';

const DAY = (day: number) => new Date(Date.UTC(2026, 0, day));

describe('insights from before it was kept when they were said', () => {
  let test: TestDatabase;
  let dataSource: DataSource;
  let close: () => Promise<void>;

  beforeAll(async () => {
    test = await createTestDatabase();
    ({ dataSource, close } = await openDatabase(test.settings));
  });
  afterAll(async () => {
    await close();
    await test.drop();
  });

  it('take what is best known of it', async () => {
    const [migration, runner] = [new InsightUtterances1763600000550(), dataSource.createQueryRunner()];
    const [orgId, messageId] = [randomUUID(), randomUUID()];
    await migration.down(runner);
    await runner.query(
      `INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
       VALUES ($1, $2, gen_random_uuid(), gen_random_uuid(), 7, 0, 'user', 'contact', 'x', $3)`,
      [orgId, messageId, DAY(2)],
    );
    const add = (text: string, updatedAt: Date, message: string | null, supersededBy: string | null = null) =>
      runner.query(
        `INSERT INTO insights (org_id, id, contact_id, text, normalized_text, category, source, source_message_id,
                               embedding_model, embedding, superseded_by_id, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), 'ann', $2, $2, 'preference', 'agent_extracted', $3, 'm',
                 array_fill(0, ARRAY[768])::real[]::vector, $4, $5, $6)`,
        [orgId, text, message, supersededBy, DAY(3), updatedAt],
      );
    await add('of a message', DAY(3), messageId);
    await add('of no message', DAY(3), null);
    await add('said again', DAY(5), messageId);
    await add('superseded', DAY(5), messageId, randomUUID());
    await migration.up(runner);
    const rows = (await runner.query(
      'SELECT text, said_at, said_turn, said_by FROM insights WHERE org_id = $1 ORDER BY text',
      [orgId],
    )) as object[];
    await runner.release();
    expect(rows).toEqual([
      { text: 'of a message', said_at: DAY(2), said_turn: 7, said_by: 'contact' },
      { text: 'of no message', said_at: DAY(3), said_turn: 0, said_by: null },
      { text: 'said again', said_at: DAY(5), said_turn: 7, said_by: 'contact' },
      { text: 'superseded', said_at: DAY(2), said_turn: 7, said_by: 'contact' },
    ]);
  });
});
