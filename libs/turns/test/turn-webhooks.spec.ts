import { statementsSent } from '#database';
import { describeWith } from '../../../test/harness/services.ts';
import { calls } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack, withoutWritesBetween } from '../testing/turns.fixture.ts';

describeWith('postgres', 'webhooks of turns', () => {
  const turnpike = useTurns([testPack('alpha', [{ ...plainTool('dear'), approval: () => 'It is dear.' }])]);
  const org = useOrg(turnpike);
  const callbackUrl = 'https://hooks.example.com/turns';
  const deliveries = () =>
    org.query<{ event: string; url: string; turnId: string }>(
      `SELECT event, url, turn_id AS "turnId" FROM webhook_deliveries WHERE org_id = $1 ORDER BY created_at, id`,
    );

  it('are queued when a turn has completed', async () => {
    const { turnId } = await org.say({ callbackUrl });
    expect(await deliveries()).toEqual([{ event: 'turn.completed', url: callbackUrl, turnId }]);
    expect(turnpike.jobs.enqueued.some(({ name }) => name === 'deliver')).toBe(true);
  });

  it('are queued when it has failed, with the receiver of the org', async () => {
    await org.replace({ WEBHOOK_URL: 'https://org.example.com/' });
    const { turnId } = await org.send();
    turnpike.model.answer(() => Promise.reject(new TypeError('a defect')));
    await org.run(turnId, true);
    expect(await deliveries()).toEqual([{ event: 'turn.failed', url: 'https://org.example.com/', turnId }]);
  });

  it('are queued when it was cancelled', async () => {
    const { turnId } = await org.send({ callbackUrl });
    await org.cancel(turnId);
    await org.cancel(turnId);
    expect(await deliveries()).toEqual([{ event: 'turn.cancelled', url: callbackUrl, turnId }]);
  });

  it('are queued when it waits for an approval', async () => {
    turnpike.model.answer(calls('dear'));
    const { turnId } = await org.say({ callbackUrl });
    expect(await deliveries()).toEqual([{ event: 'turn.awaiting_approval', url: callbackUrl, turnId }]);
  });

  it('cost nothing without a receiver', async () => {
    const statementsOf = async (message: { callbackUrl?: string }) => {
      // Each alone: a longer conversation would be summed up, too.
      const { turnId } = await org.send({ ...message, newConversation: true });
      const before = statementsSent();
      await withoutWritesBetween(() => org.run(turnId, true));
      return statementsSent() - before;
    };
    // The first run prepares what later ones find prepared.
    const fewest = async (message: { callbackUrl?: string }) =>
      Math.min(await statementsOf(message), await statementsOf(message), await statementsOf(message));
    const without = await fewest({});
    expect(await deliveries()).toEqual([]);
    expect(await fewest({ callbackUrl })).toBe(without + 2);
  });

  it.each(
    'http://127.0.0.1/ http://[::1]/ http://2130706433/ http://10.0.0.8:8080/x http://a.b:25/'.split(' '),
  )('are refused for %s when the message comes in', async (url) => {
    await expect(org.send({ callbackUrl: url })).rejects.toMatchObject({
      kind: 'invalid',
      pointer: '/callbackUrl',
      message: expect.stringContaining('HTTP_ALLOW_HOSTS') as string,
    });
  });
});
