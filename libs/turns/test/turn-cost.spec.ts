import type { OrgTransaction } from '#database';
import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { spansDuring } from '../testing/recorded-spans.ts';
import { calls } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { plainTool, testPack, useTurns, withoutWritesBetween } from '../testing/turns.fixture.ts';

/** The cost of a turn with two model calls and one tool call. A commit that raises a number says why. */
const COST = { statements: 17, spans: 13, events: 9 };
/** Bytes of the turn's rows and of the attributes of its spans, rounded up because digits of times and durations vary. */
const MOST_BYTES = { rows: 4_000, spans: 5_500 };
const TABLES = ['turn_steps', 'turn_events', 'tool_calls', 'broker_decisions'];
const ROW_BYTES = TABLES.map(
  (table) => `SELECT pg_column_size(r.*) AS size FROM ${table} r WHERE org_id = $1 AND turn_id = $2`,
).join(' UNION ALL ');
/** A turn that is slowed down renews its lease in between: one that was not is waited for, among this many. */
const MOST_TURNS = 40;

/** Enough turns of an org that PostgreSQL looks them up, and few enough that a wrong estimate makes it read all. */
const MANY = 2_000;
const READ_TABLES = ['turns', 'conversations'];

/** Rows of {@link READ_TABLES} that the connection has read and not reported yet. Only differences in one transaction have a meaning. */
async function rowsRead(tx: OrgTransaction): Promise<number> {
  const [row] = await tx.queryUnscoped<{ count: number }>(
    'SELECT sum(seq_tup_read + idx_tup_fetch)::int AS count FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)',
    [READ_TABLES],
  );
  return row!.count;
}

describeWith('postgres', 'the cost of a turn', () => {
  const turnpike = useTurns([testPack('alpha', [plainTool('look')])]);
  // A long conversation would add a summary to each turn.
  const org = useOrg(turnpike, { SUMMARY_TRIGGER_MESSAGES: '0' });

  async function turn(contact: string): Promise<string> {
    turnpike.model.answer(calls('look'), () => ({ text: 'All is well.' }));
    const { turnId } = await org.send({ contact });
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    return turnId;
  }

  it('does not grow by more work', async () => {
    let cost: typeof COST | undefined;
    let bytes = { rows: 0, spans: 0 };
    for (let count = 0; count < MOST_TURNS && (cost?.statements ?? Infinity) > COST.statements; count += 1) {
      // The second turn of each conversation is measured, because the first one reads what later ones find in memory.
      const contact = `contact-${count}`;
      await turn(contact);
      const increaseOf = await metricIncreases();
      let turnId = '';
      const spans = await spansDuring(async () => {
        turnId = await withoutWritesBetween(() => turn(contact));
      });
      const statements = await increaseOf('turnpike_database_statements_total');
      const [stored] = await org.query<{ bytes: number }>(
        `SELECT sum(size)::int AS bytes FROM (${ROW_BYTES}) s`,
        [turnId],
      );
      bytes = {
        rows: stored?.bytes ?? 0,
        spans: JSON.stringify(spans.map(({ attributes }) => attributes)).length,
      };
      cost = { statements, spans: spans.length, events: (await org.events(turnId)).length };
    }
    expect(cost).toEqual(COST);
    expect(bytes.rows).toBeLessThan(MOST_BYTES.rows);
    expect(bytes.spans).toBeLessThan(MOST_BYTES.spans);
  });

  it('does not grow with the turns of the org', async () => {
    await turn('ann');
    for (const table of READ_TABLES)
      await org.executeUnscoped(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(row, jsonb_build_object('id', gen_random_uuid(),
             'conversation_id', gen_random_uuid()))).* FROM (SELECT row FROM ${table} row WHERE org_id = $1 LIMIT 1) r(row),
           generate_series(1, ${MANY})`,
        [org.id],
      );
    await turnpike.database.dataSource.query(`ANALYZE ${READ_TABLES.join(', ')}`);
    let read = 0;
    const transact = turnpike.database.forOrgAtOnce.bind(turnpike.database);
    jest.spyOn(turnpike.database, 'forOrgAtOnce').mockImplementation((orgId, work, options) => {
      const counted = async (tx: OrgTransaction) => {
        const [before, result, after] = [rowsRead(tx), work(tx), rowsRead(tx)];
        read += (await after) - (await before);
        return result;
      };
      return transact(orgId, counted, options);
    });
    await turn('bob');
    jest.restoreAllMocks();
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(MANY / 2);
  });
});
