import { EstioActivity, EstioContact } from '../schema/entities/index.ts';
import { agencyOrg, itRefuses } from '../testing/estio.fixture.ts';
import { logActivityTool, type LoggedActivity } from './log-activity.tool.ts';

describe('log_activity', () => {
  const demo = agencyOrg();
  const run = (args: Record<string, unknown>, context = {}) =>
    demo.run<LoggedActivity>(
      logActivityTool,
      { contactId: 'contact-015', type: 'call', summary: 'Rang him', ...args },
      context,
    );

  it('stores the event, and the time of the last contact', async () => {
    const about = { outcome: 'no_answer', dealId: 'deal-001', propertyId: 'prop-0112' };
    const logged = await run({ type: 'rang', ...about });
    expect(logged).toMatchObject({
      type: 'call',
      occurredAt: demo.clock.now().toISOString(),
      createdBy: 'agent-01',
    });
    const [row] = await demo.rows(EstioActivity, { id: logged.activityId });
    expect(row).toMatchObject({ ...about, sample: false });
    const [contact] = await demo.rows(EstioContact, { id: 'contact-015' });
    expect(contact?.lastActivityAt).toEqual(demo.clock.now());
  });

  it('takes an earlier time in local time, which then is not the last contact', async () => {
    await run({});
    const logged = await run({ occurredAt: '2026-03-01T11:00' });
    expect(logged.occurredAt).toBe('2026-03-01T09:00:00.000Z');
    const [contact] = await demo.rows(EstioContact, { id: 'contact-015' });
    expect(contact?.lastActivityAt).toEqual(demo.clock.now());
  });

  it('stores the due time of a task, in the office’s time zone', async () => {
    const logged = await run({ type: 'task', summary: 'Call her', dueAt: '2026-03-05T00:00' });
    expect(logged).toMatchObject({ type: 'task', dueAt: '2026-03-04T22:00:00.000Z' });
    const [row] = await demo.rows(EstioActivity, { id: logged.activityId });
    expect(row?.dueAt).toEqual(new Date('2026-03-04T22:00:00Z'));
    await expect(run({ type: 'task', dueAt: '2026-03-02T00:00' })).resolves.toMatchObject({ type: 'task' });
  });

  it('belongs to the system if no member of the office called it', async () =>
    expect(await run({}, { caller: { kind: 'contact' }, contactId: 'contact-015' })).toMatchObject({
      createdBy: 'system',
    }));

  itRefuses(run, [
    [{ type: 'call', dueAt: '2026-03-05T00:00' }, 'VALIDATION_FAILED', /only a task/],
    [{ type: 'task', dueAt: '2026-03-01T23:00' }, 'VALIDATION_FAILED', /from today on/],
    [{ type: 'task', dueAt: '2032-03-01T23:00' }, 'VALIDATION_FAILED', /within 5 years/],
    [{ contactId: 'contact-999' }, 'NOT_FOUND'],
    [{ dealId: 'deal-999' }, 'NOT_FOUND'],
    [{ propertyId: 'prop-9999' }, 'NOT_FOUND'],
    [{ occurredAt: '2026-03-02T09:06:00Z' }],
    [{ occurredAt: '2021-03-01T09:00:00Z' }],
    [{ occurredAt: 'yesterday' }],
    [{ summary: ' a ' }],
    [{ type: 'party' }],
    [{ outcome: 'great' }],
  ]);
});
