import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest } from './api.fixture.ts';

/** A word that occurs in all texts of the contact, and in no others. */
const NEEDLE = 'zebracrossing';
const CONTACT = `ann-${NEEDLE}`;

const SAID = [
  `I hate the ${NEEDLE} in front of our house.`,
  `My wife needs a garden without a ${NEEDLE}, and we must move before September.`,
  `Show me houses in Paphos under 300k near no ${NEEDLE}`,
  `The ${NEEDLE} is too noisy because of the trams.`,
];

describeWith('postgres', 'the erasure of a contact', () => {
  let api: ApiTest;

  beforeAll(async () => {
    api = await ApiTest.start({ backend: 'postgres' });
  });
  afterAll(() => api?.stop());

  /** Tables of any schema, including those of the queue, in which a column contains the word, as text or as bytes. */
  async function tablesWith(word: string): Promise<string[]> {
    const tables = await api.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const hex = Buffer.from(word).toString('hex');
    const found: string[] = [];
    for (const { name } of tables) {
      const hit = await api.rows(
        `SELECT 1 FROM ${name} t WHERE t::text ILIKE $1 OR t::text LIKE $2 LIMIT 1`,
        [`%${word}%`, `%${hex}%`],
      );
      if (hit.length > 0) found.push(name.replace(/^public\./, ''));
    }
    return found;
  }

  it('leaves no text of the contact in any table, whatever turns, outbox tasks and learning made of it', async () => {
    let to: object = { contact: CONTACT };
    for (const text of SAID) {
      const { turnId, conversationId } = await api.accept({ ...to, text });
      to = { conversationId };
      await api.untilState(turnId, 'completed');
    }
    const other = await api.accept({ contact: 'bob', text: 'I love lighthouses, my brother decides.' });
    const [org] = await api.rows('SELECT org_id AS id FROM turns WHERE id = $1', [other.turnId]);
    // A few messages cannot train a ranker, so a trained one is inserted.
    await api.rows(
      `INSERT INTO ranker_versions (org_id, version, serving, verdict, examples, tools, trained_until, train_ms, comparison,
         state, created_at) VALUES ($1, 1, true, 'serves', 1, 1, now(), 1, '{}', $2, now())`,
      [org?.id, Buffer.from(NEEDLE)],
    );
    // Completed turns keep only the steps of tools, and no tool was called with the word.
    await api.rows(
      `INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
       SELECT org_id, id, 'model:1', '', to_jsonb($2::text) FROM turns WHERE contact_id = $1 LIMIT 1`,
      [CONTACT, NEEDLE],
    );
    await eventually(async () => {
      expect(await tablesWith(NEEDLE)).toEqual(
        expect.arrayContaining(
          (
            'artifact_versions contacts estio_contacts insights messages ranker_versions traces ' +
            'turn_events turn_steps'
          ).split(' '),
        ),
      );
      const pending = await api.rows(`SELECT job FROM outbox_tasks WHERE state IN ('pending', 'running')`);
      expect(pending).toEqual([]);
    });
    const insights = await api.rows<{ text: string; source_message_id: string }>(
      `SELECT text, source_message_id FROM insights WHERE contact_id = $1 ORDER BY created_at`,
      [CONTACT],
    );
    expect(insights.map(({ text }) => text)).toEqual(expect.arrayContaining([SAID[0], SAID[1], SAID[3]]));

    // Traces are written a moment after their steps.
    await eventually(async () => {
      expect(await tablesWith('lighthouses')).toEqual(
        expect.arrayContaining(['insights', 'messages', 'traces']),
      );
    });
    const others = await tablesWith('lighthouses');
    const erased = await api.turnpike.request(`/v1/contacts/${encodeURIComponent(CONTACT)}`, {
      method: 'DELETE',
    });
    expect(erased.status).toBe(200);
    expect(await erased.json()).toMatchObject({
      contactHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      deleted: {
        turns: { messages: expect.any(Number), turns: SAID.length },
        artifacts: { artifacts: expect.any(Number) },
        memory: { insights: insights.length },
        rankers: { ranker_versions: 1 },
        estio: { estio_contacts: 1 },
        identity: { contacts: 1 },
      },
    });
    expect(await tablesWith(NEEDLE)).toEqual([]);
    expect(await tablesWith('lighthouses')).toEqual(others);
  });
});
