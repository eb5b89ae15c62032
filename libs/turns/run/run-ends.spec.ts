import { describeWith } from '../../../test/harness/services.ts';
import { calls } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { plainTool, testPack, useTurns, withoutWritesBetween } from '../testing/turns.fixture.ts';

describeWith('postgres', 'turns of an org that end at the same time', () => {
  const turnpike = useTurns([testPack('alpha', [plainTool('look')])]);
  const org = useOrg(turnpike);

  /** Runs four turns whose models answer at once, after `first`. */
  async function endTogether(first: (turnIds: string[]) => Promise<unknown> = async () => undefined) {
    const turnIds: string[] = [];
    while (turnIds.length < 4) turnIds.push((await org.send({ newConversation: true })).turnId);
    const asked = Promise.withResolvers<void>();
    let waiting = 0;
    const answer = async () => {
      waiting += 1;
      if (waiting === turnIds.length) await first(turnIds).then(() => asked.resolve());
      await asked.promise;
      return { text: 'Done.' };
    };
    turnpike.model.answer(...turnIds.map(() => calls('look')), ...turnIds.map(() => answer));
    const transactions = jest.spyOn(turnpike.database, 'forOrgAtOnce');
    await withoutWritesBetween(() => Promise.all(turnIds.map((turnId) => org.run(turnId))));
    const ends = transactions.mock.calls.length;
    jest.restoreAllMocks();
    return { turnIds, ends };
  }

  const stateOf = async (turnId: string) => (await org.row(turnId)).state as string;
  const eventsOf = async (turnId: string) => (await org.events(turnId)).map(({ type }) => type as string);

  it('share transactions, and each has its own reply and events', async () => {
    const alone = await endTogether();
    for (const turnId of alone.turnIds) {
      expect(await org.replyTo(turnId)).toBe('Done.');
      expect((await eventsOf(turnId)).filter((type) => type === 'turn.completed')).toHaveLength(1);
    }
    // Each turn alone sends a claim, a log and an end.
    expect(alone.ends).toBeLessThan(3 * alone.turnIds.length);
  });

  it('end although one of them was cancelled or taken over meanwhile', async () => {
    const { turnIds } = await endTogether(async ([, cancelled, taken]) => {
      await org.executeUnscoped('UPDATE turns SET cancel_requested = true WHERE id = $1', [cancelled]);
      await org.executeUnscoped('UPDATE turns SET lease_token = gen_random_uuid() WHERE id = $1', [taken]);
    });
    expect(await Promise.all(turnIds.map(stateOf))).toEqual([
      'completed',
      'cancelled',
      'running',
      'completed',
    ]);
    expect(await eventsOf(turnIds[3] ?? '')).toEqual(await eventsOf(turnIds[0] ?? ''));
    expect(await eventsOf(turnIds[2] ?? '')).not.toContain('turn.completed');
  });
});
