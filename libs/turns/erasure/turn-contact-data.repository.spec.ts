import { blocksRead } from '../../../test/harness/blocks-read.ts';
import { describeWith } from '../../../test/harness/services.ts';
import type { TestOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';
import { TurnContactData } from './turn-contact-data.repository.ts';

describeWith('postgres', 'the stored data of a contact', () => {
  const [turnsOfOthers, blocks] = [20_000, 300];
  let org: TestOrg;
  let contactId: string;

  const turnpike = useTurns();
  beforeAll(async () => {
    org = await turnpike.newOrg();
    const { turnId } = await org.send();
    const [sent] = await org.query<{ contactId: string }>(
      `SELECT contact_id AS "contactId" FROM turns WHERE org_id = $1 AND id = $2`,
      [turnId],
    );
    contactId = sent!.contactId;
    await org.execute(
      `INSERT INTO turns (org_id, id, conversation_id, seq, message_id, state, channel, pack, contact_id, caller_kind,
           trace_id, traceparent, created_at)
         SELECT org_id, gen_random_uuid(), gen_random_uuid(), 1, gen_random_uuid(), 'completed', channel, pack,
           'other-' || n, caller_kind, md5(n::text), traceparent, created_at
           FROM turns, generate_series(1, $3::int) n WHERE org_id = $1 AND id = $2`,
      [turnId, turnsOfOthers],
    );
    await turnpike.database.dataSource.query('ANALYZE turns');
  });
  it('is erased without reading the turns of all others', async () => {
    const contactData = new TurnContactData(
      turnpike.database,
      { cancel: () => Promise.reject(new Error('Nothing runs.')) },
      turnpike.clock,
    );
    const read = await org.transact((tx) =>
      blocksRead(tx, (explained) => contactData.erase(explained, contactId, 1_000)),
    );
    expect(read).toBeLessThan(blocks);
  });
});
