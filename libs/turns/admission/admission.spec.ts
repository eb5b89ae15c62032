import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';

describeWith('postgres', 'the admission of turns to the queue', () => {
  const turnpike = useTurns();
  const org = useOrg(turnpike, { MAX_RUNNING_TURNS: '2' });

  const send = async (contact: string, message = {}) => {
    turnpike.clock.advance(1);
    return (await org.send({ contact, ...message })).turnId;
  };
  const admissionOf = async (turnId: string) => (await org.row(turnId)).admission;

  it('enqueues no more turns of an org than it may run at once', async () => {
    const [first, second, third] = [await send('a'), await send('b'), await send('c')];
    expect(turnpike.jobs.turnIds).toEqual([first, second]);
    expect(await admissionOf(third)).toBe('ready');
  });

  it('gives the slot of an ended turn to the oldest waiting turn', async () => {
    const first = await send('a');
    await send('b');
    const behind = await send('a');
    const third = await send('c');
    expect(await admissionOf(behind)).toBe('behind');
    await org.run(first);
    expect(turnpike.jobs.turnIds.at(-1)).toBe(behind);
    expect(await admissionOf(third)).toBe('ready');
    await org.run(behind);
    expect(turnpike.jobs.turnIds.at(-1)).toBe(third);
  });

  it('also frees the slot of a cancelled turn', async () => {
    const [first, , third] = [await send('a'), await send('b'), await send('c')];
    await org.cancel(first);
    expect(turnpike.jobs.turnIds.at(-1)).toBe(third);
  });

  it('counts voice separately', async () => {
    await send('a');
    await send('b');
    const voice = await send('a', { channel: 'voice' });
    expect(turnpike.jobs.turnIds.at(-1)).toBe(voice);
  });

  it('does not let one org take the slots of another', async () => {
    for (const contact of ['a', 'b', 'c']) await send(contact);
    const other = await turnpike.newOrg({ MAX_RUNNING_TURNS: '2' });
    const { turnId } = await other.send();
    expect(turnpike.jobs.turnIds.at(-1)).toBe(turnId);
  });

  it('applies no limit if the setting is 0', async () => {
    await org.replace({ MAX_RUNNING_TURNS: '0' });
    const sent = [];
    for (let contact = 0; contact < 30; contact += 1) sent.push(await send(`contact-${contact}`));
    expect(turnpike.jobs.turnIds).toEqual(sent);
  });

  it('finds a slot that became free during an acceptance', async () => {
    const [first, second] = [await send('a'), await send('b')];
    const third = await send('c');
    // As if the ends had not seen the third, which was being accepted.
    await org.executeUnscoped(`UPDATE turns SET state = 'completed' WHERE id = ANY($1)`, [[first, second]]);
    await eventually(async () => expect(turnpike.jobs.turnIds).toContain(third));
  });

  it('lets the sweeper admit forgotten turns', async () => {
    const [first, second, third] = [await send('a'), await send('b'), await send('c')];
    const behind = await send('a');
    await eventually(async () => expect(await admissionOf(third)).toBe('ready'));
    await org.executeUnscoped(`UPDATE turns SET state = 'completed' WHERE id = ANY($1)`, [[first, second]]);
    turnpike.clock.advance(6_000);
    await turnpike.sweeper.sweep();
    expect(turnpike.jobs.turnIds).toEqual(expect.arrayContaining([third, behind]));
  });
});
