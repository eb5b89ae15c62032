import { newId } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { testOrg, useOrg } from '../testing/test-org.fixture.ts';
import { useTurns, testPack } from '../testing/turns.fixture.ts';

const HOUR_MS = 3_600_000;

describeWith('postgres', 'messages in conversations', () => {
  const turnpike = useTurns([testPack('alpha', []), testPack('beta', [])]);
  const org = useOrg(turnpike);

  it('continue the latest conversation of contact and channel within 24 hours', async () => {
    const first = await org.send();
    turnpike.clock.advance(24 * HOUR_MS - 1);
    expect((await org.send()).conversationId).toBe(first.conversationId);
    expect((await org.send({ channel: 'mail' })).conversationId).not.toBe(first.conversationId);
    expect((await org.send({ contact: 'bob' })).conversationId).not.toBe(first.conversationId);
    turnpike.clock.advance(24 * HOUR_MS);
    expect((await org.send()).conversationId).not.toBe(first.conversationId);
  });

  it('continue a conversation within the time of the setting', async () => {
    await org.replace({ CONVERSATION_CONTINUES_H: '2' });
    const first = await org.send();
    turnpike.clock.advance(2 * HOUR_MS - 1);
    expect((await org.send()).conversationId).toBe(first.conversationId);
    turnpike.clock.advance(2 * HOUR_MS);
    expect((await org.send()).conversationId).not.toBe(first.conversationId);
  });

  it('start a new conversation on request, or for another pack', async () => {
    const first = await org.send();
    const second = await org.send({ newConversation: true });
    expect(second.conversationId).not.toBe(first.conversationId);
    expect((await org.send({ agent: 'beta/helper' })).conversationId).not.toBe(second.conversationId);
  });

  it('continue the conversation whose pack has the agent, if two packs have an agent of that name', async () => {
    const ofBeta = await org.send({ agent: 'beta/helper' });
    const bare = await org.send({ agent: 'helper' });
    expect(bare.conversationId).toBe(ofBeta.conversationId);
    const noDefault = testOrg(turnpike, { ...org, defaultPack: null });
    expect(await noDefault.send({ agent: 'helper' })).toMatchObject({
      conversationId: ofBeta.conversationId,
    });
    const ambiguous = { kind: 'invalid', code: 'UNKNOWN_AGENT', pointer: '/agent' };
    for (const begins of [{ newConversation: true }, { contact: 'somebody else' }])
      await expect(noDefault.send({ agent: 'helper', ...begins })).rejects.toMatchObject(ambiguous);
    // Said with its pack, an agent brings its own conversation.
    const ofAlpha = await org.send({ agent: 'helper', pack: 'alpha' });
    expect(ofAlpha.conversationId).not.toBe(ofBeta.conversationId);
    expect((await org.send({ pack: 'beta' })).conversationId).toBe(ofBeta.conversationId);
  });

  it('start one conversation for two concurrent first messages', async () => {
    const turns = await Promise.all(Array.from({ length: 8 }, () => org.send()));
    expect(new Set(turns.map((turn) => turn.conversationId)).size).toBe(1);
    expect(await org.count('contacts')).toBe(1);
  });

  it('do not continue a conversation of another org', async () => {
    const { conversationId } = await org.send();
    const other = await turnpike.newOrg();
    for (const id of [conversationId, newId(turnpike.clock)]) {
      const refused = {
        kind: 'not_found',
        code: 'UNKNOWN_CONVERSATION',
        pointer: '/conversationId',
      };
      await expect(other.send({ conversationId: id })).rejects.toMatchObject(refused);
      await expect(other.send({ conversationId: id, externalId: 'e' })).rejects.toMatchObject(refused);
    }
    expect(await other.count('turns')).toBe(0);
  });

  it('reject a pack that the org does not have, and an org without packs', async () => {
    await expect(org.send({ pack: 'gamma' })).rejects.toMatchObject({
      kind: 'invalid',
      pointer: '/pack',
    });
    const bare = testOrg(turnpike, { ...org, packs: [], defaultPack: null });
    await expect(bare.send()).rejects.toMatchObject({ kind: 'invalid', code: 'UNKNOWN_PACK' });
    expect(await org.count('conversations')).toBe(0);
  });
});
