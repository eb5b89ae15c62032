import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { consoleAuditPage, toolRun, toolRuns, type ToolRunView } from '#contracts/console';
import type { ConsoleClient } from '../../scripts/console/console-client.ts';
import { eventually } from '../harness/eventually.ts';
import type { ApiTest } from './api.fixture.ts';

/** Manual runs of tools from the console, with the worker of an installation. */
export function toolRunsByHand(given: () => { api: ApiTest; console: ConsoleClient }): void {
  const path = (name: string) => `${name}?org=demo`;

  describe('a manual run of a tool', () => {
    const CONTACT = 'contact-015';
    const ask = (tool: string, body: object) =>
      given().console.post(
        path(`tools/${tool}/runs`),
        { key: randomUUID(), arguments: {}, ...body },
        toolRun,
      );
    const ended = ({ id }: ToolRunView, states = ['succeeded', 'failed']) =>
      eventually(async () => {
        const run = await given().console.get(path(`tool-runs/${id}`), toolRun);
        expect(states).toContain(run.state);
        return run;
      });
    const callsOf = (summary: string) =>
      given().api.rows(
        `SELECT tool, channel, caller_kind AS kind, success FROM tool_calls WHERE arguments->>'summary' = $1`,
        [summary],
      );
    const log = (summary: string) => ({
      arguments: { contactId: CONTACT, type: 'call', summary },
      confirmed: 'write',
    });

    /**
     * Simulates a worker that died before it could store the end of the run: the sweeper enqueues the same work again.
     */
    async function deliveredAgain(run: ToolRunView): Promise<ToolRunView> {
      await given().api.rows(`UPDATE tool_runs SET state = 'running', finished_at = NULL WHERE id = $1`, [
        run.id,
      ]);
      await given().api.rows(
        `UPDATE outbox_tasks SET state = 'pending', run_at = now() - interval '1 minute', finished_at = NULL
          WHERE job = 'run-tool' AND key = $1`,
        [run.id],
      );
      return ended(run);
    }

    it('runs in a worker as the user who started it, through the same steps as every call', async () => {
      const run = await ended(await ask('log_activity', log('She rang about the lift')));
      expect(run).toMatchObject({ state: 'succeeded', tool: 'log_activity', attempts: 1, cached: false });
      expect(run.result).toMatchObject({ type: 'call', activityId: expect.any(String) });
      expect(await callsOf('She rang about the lift')).toEqual([
        { tool: 'log_activity', channel: 'console', kind: 'admin', success: true },
      ]);
      const { items } = await given().console.get(path('tools/log_activity/runs'), toolRuns);
      expect(items[0]).toMatchObject({ id: run.id, state: 'succeeded' });
      const audit = await given().console.get('audit?org=demo&action=tool', consoleAuditPage);
      expect(audit.items[0]).toMatchObject({
        action: 'tool.run',
        target: 'tool:log_activity',
        after: { run: run.id },
      });
    });

    it('runs once, however often the form is sent and the job delivered', async () => {
      const body = { ...log('He rang twice'), key: randomUUID() };
      const runs = await Promise.all([1, 2, 3].map(() => ask('log_activity', body)));
      expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
      const run = await ended(runs[0]!);
      const again = await deliveredAgain(run);
      expect(again.state).toBe('succeeded');
      expect(again.result).toEqual(run.result);
      const [kept] = await given().api.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM estio_activities WHERE summary = 'He rang twice'`,
      );
      expect(kept).toEqual({ count: 1 });
      await expect(ask('log_activity', { ...log('Other words'), key: body.key })).rejects.toThrow('new key');
    });

    it('sends its mail once, even when its job is delivered again', async () => {
      const offer = { arguments: { contactId: CONTACT, propertyIds: ['prop-0001'] }, confirmed: 'external' };
      const run = await ended(await ask('send_listing_alert', offer));
      expect(run).toMatchObject({ state: 'succeeded', result: { sent: true } });
      const again = await deliveredAgain(run);
      expect(again).toMatchObject({ state: 'succeeded', result: run.result });
      const key = `caller:${run.userId}:${run.id}`;
      const mails = await given().api.rows('SELECT 1 FROM outbox_messages WHERE starts_with(key, $1)', [key]);
      expect(mails).toHaveLength(1);
    });

    it('does not run before its side effect is confirmed, nor with invalid arguments', async () => {
      const { confirmed: _, ...unconfirmed } = log('Nobody agreed');
      await expect(ask('log_activity', unconfirmed)).rejects.toThrow('side effect "write"');
      const failed = await ended(
        await ask('log_activity', { arguments: { type: 'call' }, confirmed: 'write' }),
      );
      expect(failed).toMatchObject({ state: 'failed', errorClass: 'VALIDATION_FAILED' });
      expect(failed.result).toMatchObject({ fields: [{ name: 'contactId' }, { name: 'summary' }] });
      const nowhere = await ask('search_properties', { conversationId: randomUUID() });
      expect(await ended(nowhere)).toMatchObject({ state: 'failed', errorClass: 'NOT_FOUND' });
      await expect(ask('no_such_tool', {})).rejects.toThrow('no tool named no_such_tool');
    });

    it('waits for approval if the org’s rules require it, with exactly its arguments', async () => {
      await given().console.put(
        path('settings/TOOL_APPROVALS'),
        { value: 'log_activity', why: 'a test looks at each' },
        z.unknown(),
      );
      const waiting = await eventually(async () => {
        const run = await ended(await ask('log_activity', log(`Agreed ${randomUUID()}`)), [
          'succeeded',
          'awaiting_approval',
        ]);
        expect(run.state).toBe('awaiting_approval');
        return run;
      });
      expect(waiting.approvalReason).toContain('wants a person to agree');
      const summary = String(waiting.arguments.summary);
      expect(await callsOf(summary)).toEqual([]);
      const decide = (decision: string) =>
        given().console.post(path(`tool-runs/${waiting.id}/decide`), { decision }, toolRun);
      expect((await decide('approve')).decidedBy).not.toBeNull();
      expect((await ended(waiting)).state).toBe('succeeded');
      expect(await callsOf(summary)).toHaveLength(1);
      await expect(decide('refuse')).rejects.toThrow('is not waiting for a decision');
      const other = await ended(await ask('log_activity', log('Refused')), ['awaiting_approval']);
      const refused = await given().console.post(
        path(`tool-runs/${other.id}/decide`),
        { decision: 'refuse' },
        toolRun,
      );
      expect(refused.state).toBe('refused');
      expect(await callsOf('Refused')).toEqual([]);
    });
  });
}
