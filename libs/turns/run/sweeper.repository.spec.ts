import type { PlatformTransaction } from '#database';
import { blocksRead } from '../../../test/harness/blocks-read.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { advanceForgottenHeads, strandedHeads } from './sweeper.repository.ts';
import type { TestOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';

describeWith('postgres', 'a backlog that came after the server last gathered statistics', () => {
  const [turns, perConversation, blocksPerTurn] = [2_000, 4, 20];
  let org: TestOrg;

  const turnpike = useTurns();
  beforeAll(async () => {
    org = await turnpike.newOrg();
    const { turnId } = await org.send();
    const add = (state: string) =>
      org.execute(
        `INSERT INTO turns (org_id, id, conversation_id, seq, message_id, state, channel, pack, contact_id, caller_kind,
             trace_id, traceparent, created_at, admission)
           SELECT org_id, gen_random_uuid(), md5($3 || (n / $5::int))::uuid, 1 + n % $5::int, gen_random_uuid(), $3, channel, pack,
             contact_id, caller_kind, trace_id, traceparent, created_at, CASE n % $5::int WHEN 0 THEN 'admitted' ELSE 'behind' END
             FROM turns, generate_series(0, $4::int - 1) n WHERE org_id = $1 AND id = $2`,
        [turnId, state, turns, perConversation],
      );
    await add('completed');
    await org.execute(`UPDATE turns SET state = 'completed' WHERE org_id = $1`);
    await turnpike.database.dataSource.query('ANALYZE turns');
    await add('queued');
  });

  const read = (work: (tx: PlatformTransaction) => Promise<unknown>) =>
    turnpike.database.asPlatform('the sweeper looks after every org', (tx) => blocksRead(tx, work));
  const youngest = () => new Date(turnpike.clock.now().getTime() + 1_000);

  it('is searched for stranded heads with a few blocks a turn', async () => {
    const look = { graceSeconds: 5, youngest: youngest(), after: undefined, limit: 1_000 };
    expect(await read((tx) => strandedHeads(tx, look))).toBeLessThan(blocksPerTurn * turns);
  });

  it('is searched for forgotten heads with a few blocks a turn', async () => {
    expect(await read((tx) => advanceForgottenHeads(tx, youngest()))).toBeLessThan(blocksPerTurn * turns);
  });
});
