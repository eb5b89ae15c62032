import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually, SOON_MS } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { suiteDatabase } from '../harness/suite-database.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { useMcpClients } from './mcp-client.fixture.ts';

/** A server is usable 10 s after its return, without a restart of Turnpike. A busy machine takes longer. */
const BACK_MS = 20_000;
const orgId = randomUUID();
const folder = temporaryFolder();

describeWith('postgres', 'an MCP server over HTTP', () => {
  const { start, serve } = useMcpClients(suiteDatabase(), orgId);

  /** A server with sessions, and a process that uses it. */
  async function connected(env: Record<string, string> = {}) {
    const runsFile = path.join(folder, randomUUID());
    writeFileSync(runsFile, '');
    const program = { file: 'sessions-server', args: [runsFile], env };
    const served = await serve(program);
    const process = await start([{ name: 'far', address: { url: served.url, headers: {} } }]);
    await process.ready('look');
    const health = async () => {
      const [listed] = (await process.orgServers.list(orgId)).filter(({ name }) => name === 'far');
      return listed?.health[0];
    };
    return {
      ...process,
      ...served,
      health,
      runs: (tool: string) =>
        readFileSync(runsFile, 'utf8')
          .split('\n')
          .filter((line) => line === tool).length,
      tell: (order: string) => fetch(`${served.origin}/${order}`),
      /** Starts the server again, with other tools or another behaviour. */
      serveAgain: (other = {}) => serve({ ...program, port: served.port, env: { ...env, ...other } }),
      /** Resolves when the tools are no longer offered, and the state says why. */
      away: (reason: RegExp) =>
        eventually(async () => {
          expect(process.usable()).toEqual(['echo']);
          expect(await health()).toMatchObject({ state: 'away', error: expect.stringMatching(reason) });
        }, SOON_MS),
      back: async () => {
        await eventually(async () => expect(process.usable()).toContain('look'), BACK_MS);
        expect(await process.call('look')).toMatchObject({ success: true });
        await eventually(async () => expect(await health()).toMatchObject({ state: 'ready', error: null }));
      },
    };
  }

  it.each([
    ['404', {}],
    ['400', { UNKNOWN_SESSION: '400' }],
    ['without streams', { AS_JSON: 'yes' }],
  ])('that restarts is initialised again, and its tools are not offered meanwhile: %s', async (_, env) => {
    const { call, stop, serveAgain, away, back, usable } = await connected(env);
    const { data: before } = await call('look');
    await stop();
    await away(/cannot be reached/);
    await serveAgain({ TOOLS: 'look,other' });
    await back();
    expect((await call('look')).data).not.toEqual(before);
    expect(usable().toSorted()).toEqual(['echo', 'look', 'other']);
  });

  it.each([['404'], ['400'], ['410'], ['200']])(
    'that forgets its sessions with %s runs each call once',
    async (status) => {
      const { call, tell, runs, health } = await connected({ UNKNOWN_SESSION: status, AS_JSON: 'yes' });
      await tell('forget');
      for (const tool of ['look', 'send', 'send', 'send'])
        expect(await call(tool)).toMatchObject({ success: true });
      expect([runs('look'), runs('send')]).toEqual([1, 3]);
      await eventually(async () => expect(await health()).toMatchObject({ state: 'ready', restarts: 1 }));
    },
  );

  it('that forgets its sessions is called again as soon as it gives a new one', async () => {
    const { call, tell, runs, usable, health } = await connected({ AS_JSON: 'yes' });
    await tell('hold');
    await tell('forget');
    const first = call('send');
    await eventually(async () =>
      expect(await health()).toMatchObject({ state: 'away', error: expect.stringMatching('forgotten') }),
    );
    expect(usable()).toContain('look');
    const during = [call('send'), call('look')];
    await tell('release');
    for (const result of await Promise.all([first, ...during]))
      expect(result).toMatchObject({ success: true });
    expect([runs('send'), runs('look')]).toEqual([2, 1]);
  });

  it('that forgets its sessions during calls repeats only those without effects', async () => {
    const { call, tell, runs, back } = await connected();
    const calls = [call('slow_look'), call('slow_send')];
    await eventually(async () => expect([runs('slow_look'), runs('slow_send')]).toEqual([1, 1]));
    await tell('forget');
    const [looked, sent] = await Promise.all(calls);
    expect(looked).toMatchObject({ success: true });
    expect(sent).toMatchObject({ errorClass: 'UPSTREAM_UNAVAILABLE', data: { outcome: 'unknown' } });
    expect([runs('slow_look'), runs('slow_send')]).toEqual([2, 1]);
    await back();
  });

  it('that is killed during many calls is used at once when it is back', async () => {
    const { call, runs, stop, serveAgain, back } = await connected({ HANGS: '6' });
    const calls = Array.from({ length: 6 }, () => call('slow_send'));
    await eventually(async () => expect(runs('slow_send')).toBe(6));
    await stop();
    for (const result of await Promise.all(calls))
      expect(result).toMatchObject({ errorClass: 'UPSTREAM_UNAVAILABLE', data: { outcome: 'unknown' } });
    await serveAgain();
    await back();
    expect(runs('slow_send')).toBe(6);
  });

  it.each([
    ['500', /status 500/],
    ['503', /status 503/],
    ['401', /status 401/],
    // No answer at all.
    ['1', /did not answer|timed out/],
  ])('that answers with %s for a while is away for that while', async (status, reason) => {
    const { tell, away, back, health } = await connected();
    await tell(`answer/${status}`);
    await away(reason);
    expect((await health())?.error?.length).toBeLessThan(200);
    await tell('answer/0');
    await back();
  });

  it('that asks for fewer requests stays in use', async () => {
    const { call, tell, health } = await connected();
    await tell('answer/429');
    expect(await call('look')).toMatchObject({ errorClass: 'RATE_LIMITED' });
    await tell('answer/0');
    expect(await call('look')).toMatchObject({ success: true });
    expect(await health()).toMatchObject({ state: 'ready', restarts: 0 });
  });

  it('of several orgs is connected again for each', async () => {
    const { orgServers, usable, url, stop, serveAgain } = await connected();
    const orgs = [randomUUID(), randomUUID()];
    const actor = { kind: 'user' as const, userId: randomUUID() };
    for (const org of orgs) {
      await orgServers.add(org, { name: 'own', url, headers: {} }, actor);
      await orgServers.approve(org, 'own', actor);
    }
    const haveIt = (has: boolean, limitMs?: number) =>
      eventually(async () => {
        for (const org of orgs) expect(usable(org).includes('own_look')).toBe(has);
      }, limitMs);
    await haveIt(true);
    await stop();
    await haveIt(false, SOON_MS);
    await serveAgain();
    await haveIt(true, BACK_MS);
  });
});
