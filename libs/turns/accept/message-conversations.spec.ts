import { newId, type Org } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { useTurns, testPack } from '../testing/turns.fixture.ts';

const HOUR_MS = 3_600_000;

describeWith('postgres', 'messages in conversations', () => {
  let org: Org;

  const turnpike = useTurns([testPack('alpha', []), testPack('beta', [])]);

  beforeEach(async () => {
    org = await turnpike.newOrg();
  });

  const count = async (table: string, orgId = org.id) => {
    const [row] = await turnpike
      .sql(orgId)
      .queryUnscoped<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    return row?.count;
  };

  it('continue the latest conversation of contact and channel within 24 hours', async () => {
    const first = await turnpike.send(org);
    turnpike.clock.advance(24 * HOUR_MS - 1);
    expect((await turnpike.send(org)).conversationId).toBe(first.conversationId);
    expect((await turnpike.send(org, { channel: 'mail' })).conversationId).not.toBe(first.conversationId);
    expect((await turnpike.send(org, { contact: 'bob' })).conversationId).not.toBe(first.conversationId);
    turnpike.clock.advance(24 * HOUR_MS);
    expect((await turnpike.send(org)).conversationId).not.toBe(first.conversationId);
  });

  it('continue a conversation within the time of the setting', async () => {
    org = await turnpike.newOrg({ CONVERSATION_CONTINUES_H: '2' });
    const first = await turnpike.send(org);
    turnpike.clock.advance(2 * HOUR_MS - 1);
    expect((await turnpike.send(org)).conversationId).toBe(first.conversationId);
    turnpike.clock.advance(2 * HOUR_MS);
    expect((await turnpike.send(org)).conversationId).not.toBe(first.conversationId);
  });

  it('start a new conversation on request, or for another pack', async () => {
    const first = await turnpike.send(org);
    const second = await turnpike.send(org, { newConversation: true });
    expect(second.conversationId).not.toBe(first.conversationId);
    expect((await turnpike.send(org, { agent: 'beta/helper' })).conversationId).not.toBe(
      second.conversationId,
    );
  });

  it('continue the conversation whose pack has the agent, if two packs have an agent of that name', async () => {
    const ofBeta = await turnpike.send(org, { agent: 'beta/helper' });
    const bare = await turnpike.send(org, { agent: 'helper' });
    expect(bare.conversationId).toBe(ofBeta.conversationId);
    const noDefault = { ...org, defaultPack: null };
    expect(await turnpike.send(noDefault, { agent: 'helper' })).toMatchObject({
      conversationId: ofBeta.conversationId,
    });
    const ambiguous = { kind: 'invalid', code: 'UNKNOWN_AGENT', pointer: '/agent' };
    for (const begins of [{ newConversation: true }, { contact: 'somebody else' }])
      await expect(turnpike.send(noDefault, { agent: 'helper', ...begins })).rejects.toMatchObject(ambiguous);
    // Said with its pack, an agent brings its own conversation.
    const ofAlpha = await turnpike.send(org, { agent: 'helper', pack: 'alpha' });
    expect(ofAlpha.conversationId).not.toBe(ofBeta.conversationId);
    expect((await turnpike.send(org, { pack: 'beta' })).conversationId).toBe(ofBeta.conversationId);
  });

  it('start one conversation for two concurrent first messages', async () => {
    const turns = await Promise.all(Array.from({ length: 8 }, () => turnpike.send(org)));
    expect(new Set(turns.map((turn) => turn.conversationId)).size).toBe(1);
    expect(await count('contacts')).toBe(1);
  });

  it('do not continue a conversation of another org', async () => {
    const { conversationId } = await turnpike.send(org);
    const other = await turnpike.newOrg();
    for (const id of [conversationId, newId(turnpike.clock)]) {
      const refused = {
        kind: 'not_found',
        code: 'UNKNOWN_CONVERSATION',
        pointer: '/conversationId',
      };
      await expect(turnpike.send(other, { conversationId: id })).rejects.toMatchObject(refused);
      await expect(turnpike.send(other, { conversationId: id, externalId: 'e' })).rejects.toMatchObject(
        refused,
      );
    }
    expect(await count('turns', other.id)).toBe(0);
  });

  it('reject a pack that the org does not have, and an org without packs', async () => {
    await expect(turnpike.send(org, { pack: 'gamma' })).rejects.toMatchObject({
      kind: 'invalid',
      pointer: '/pack',
    });
    const bare = { ...org, packs: [], defaultPack: null };
    await expect(turnpike.send(bare)).rejects.toMatchObject({ kind: 'invalid', code: 'UNKNOWN_PACK' });
    expect(await count('conversations')).toBe(0);
  });
});
