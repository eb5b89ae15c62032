import { randomUUID } from 'node:crypto';
import type { CallerKind } from '#contracts';
import { type Pack } from '#pack-kit';
import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { outsideCaller } from '../testing/outside-caller.fixture.ts';
import type { TestOrg } from '../testing/test-org.fixture.ts';
import { useTurns, testPack } from '../testing/turns.fixture.ts';

/** A pack whose contacts are referred to by "of-<contact>". */
const pack: Pack = {
  ...testPack('alpha', []),
  referenceExists: (_tx, reference, contactId) =>
    Promise.resolve(contactId === undefined ? reference.startsWith('of-') : reference === `of-${contactId}`),
};

describe('the scope of a tool caller', () => {
  let org: TestOrg;
  let own: string;
  let earlier: string;
  let other: string;

  const turns = useTurns([pack], { create: createEmbeddedTestDatabase });
  beforeAll(async () => {
    org = await turns.newOrg();
    const begin = async (contact: string) =>
      (await org.send({ contact, channel: 'chat', newConversation: true })).conversationId;
    [own, earlier, other] = [await begin('ann'), await begin('ann'), await begin('ben')];
  });
  const callerOf = (kind: CallerKind, contactId?: string) =>
    outsideCaller(turns.ports, {
      org,
      packs: [pack],
      agent: [],
      caller: { kind },
      contactId,
      conversationId: own,
    });

  it('is the whole org for its members', async () => {
    const { conversationExists, referenceExists } = callerOf('staff', 'ann');
    expect(await Promise.all([own, earlier, other].map(conversationExists))).toEqual([true, true, true]);
    expect(await conversationExists(randomUUID())).toBe(false);
    expect(await Promise.all(['of-ann', 'of-ben', 'x'].map(referenceExists))).toEqual([true, true, false]);
  });

  it("is limited for a contact to the turn's conversation and to others of the same contact", async () => {
    const { conversationExists, referenceExists } = callerOf('contact', 'ann');
    expect(await Promise.all([own, earlier, other].map(conversationExists))).toEqual([true, true, false]);
    expect(await Promise.all(['of-ann', 'of-ben', 'x'].map(referenceExists))).toEqual([true, false, false]);
  });

  it("is only the turn's conversation for a caller without a contact", async () => {
    const { conversationExists, referenceExists } = callerOf('contact');
    expect(await Promise.all([own, earlier, other].map(conversationExists))).toEqual([true, false, false]);
    expect(await referenceExists('of-ann')).toBe(false);
  });
});
