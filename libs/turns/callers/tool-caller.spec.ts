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

  it.each([
    ['the whole org for its members', 'staff', 'ann', [true, true, true], [true, true, false]],
    ['the conversations of its contact', 'contact', 'ann', [true, true, false], [true, false, false]],
    ['one conversation without a contact', 'contact', undefined, [true, false, false], [false, false, false]],
  ] as const)('is %s', async (_what, kind, contactId, conversations, references) => {
    const { conversationExists, referenceExists } = callerOf(kind, contactId);
    expect(await Promise.all([own, earlier, other].map(conversationExists))).toEqual(conversations);
    expect(await conversationExists(randomUUID())).toBe(false);
    expect(await Promise.all(['of-ann', 'of-ben', 'x'].map(referenceExists))).toEqual(references);
  });
});
