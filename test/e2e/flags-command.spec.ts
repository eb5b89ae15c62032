import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { flagDocument } from '#contracts';
import { eventually } from '../harness/eventually.ts';
import { productionBackend } from '../harness/installation.ts';
import { runProgram } from '../harness/run-program.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf } from './api.fixture.ts';

describe.each(productionBackend)('npm run flags (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let api: ApiTest;
    let folder: string;

    beforeAll(async () => {
      api = await ApiTest.start({ backend, apps: ['api', 'admin'] });
      folder = await mkdtemp(path.join(tmpdir(), 'turnpike-flags-'));
    });

    afterAll(async () => {
      await api?.stop();
      if (folder) await rm(folder, { recursive: true, force: true });
    });

    async function run(args: string[], { key = api.turnpike.apiKeys.demo, input = '' } = {}) {
      const env = { DATA_DIR: folder, ...(key ? { TURNPIKE_API_KEY: key } : {}) };
      const { code, out, err } = await runProgram(
        'scripts/flags',
        ['--url', api.turnpike.url('admin'), ...args],
        { env, input },
      );
      return { code, out: out.trim(), err: err.trim() };
    }
    const asOrgAdmin = (...args: string[]) => run(args);
    const asPlatformAdmin = (...args: string[]) => {
      const { email, password } = api.turnpike.admin;
      return run([...args, '--email', email, '--password-stdin'], { input: password });
    };

    async function modeOfNextTurn(): Promise<string> {
      const turn = await api.send({ contact: 'demo-visitor', text: 'Villas in Limassol' });
      const rows = await api.rows<{ mode: string }>('SELECT mode FROM broker_decisions WHERE turn_id = $1', [
        turn.id,
      ]);
      return rows[0]?.mode ?? 'none';
    }

    it('changes the behaviour of a running worker', async () => {
      expect(await modeOfNextTurn()).toBe('off');
      const set = await asOrgAdmin('set', 'tool_broker', 'shadow', '--org', 'demo', '--why', 'to measure');
      expect(set).toEqual({ code: 0, out: 'tool_broker is shadow for demo.', err: '' });
      await eventually(async () => expect(await modeOfNextTurn()).toBe('shadow'));
      const got = await asOrgAdmin('get', 'tool_broker');
      expect(got.out).toContain('org demo: shadow (by org)');
      expect(got.out).toContain('nothing → shadow, "to measure"');
      const change = /^ {2}(\S{36}) /m.exec(got.out)?.[1] ?? '';
      expect((await asOrgAdmin('undo', change, '--why', 'enough')).code).toBe(0);
      expect((await asOrgAdmin('get', 'tool_broker')).out).toContain('org demo: off (by code)');
    });

    // The output of the command does not depend on the backend.
    if (backend !== 'redis') return;

    it('sets shares and single conversations, and clears them', async () => {
      const share = await asOrgAdmin('set', 'ptc', 'false', '--org', 'demo', '--percent', '20', '--why', 'x');
      expect(share.out).toBe('ptc is false for 20 % of the conversations of demo, true for the others.');
      const id = '0198a3c2-7b1e-7000-8000-000000000001';
      const pinned = await asOrgAdmin(...`set ptc false --org demo --conversation ${id} --why x`.split(' '));
      expect(pinned.code).toBe(0);
      expect((await asOrgAdmin('list')).out).toContain(
        'demo                   true (false for 20 % of conversations, 1 pinned)',
      );
      const cleared = await asOrgAdmin('clear', 'ptc', '--org', 'demo', '--share', '--why', 'x');
      expect(cleared.out).toBe('ptc is true for all conversations of demo.');
    });

    it('exports and imports flags, after a dry run', async () => {
      const file = path.join(folder, 'flags.json');
      const exported = await asOrgAdmin('export');
      const document = flagDocument.parse(JSON.parse(exported.out));
      document.flags.tool_search = { orgs: { demo: { value: false } } };
      await writeFile(file, JSON.stringify(document));
      const change = 'tool_search (org demo): nothing → false';
      expect((await asOrgAdmin('import', file, '--dry-run', '--why', 'x')).out).toBe(
        `Would change:\n  ${change}`,
      );
      expect((await asOrgAdmin('import', file, '--why', 'x')).out).toBe(`Changed:\n  ${change}`);
      expect((await asOrgAdmin('import', file, '--why', 'x')).out).toBe('Nothing differs.');
    });

    it('kills and revives flags as platform admin, and checks the gate', async () => {
      expect((await asPlatformAdmin('kill', 'ptc', '--why', 'x')).out).toContain(
        'ptc is false for every org',
      );
      expect((await asPlatformAdmin('list')).out).toMatch(/^ptc +false \(KILLED\)/m);
      expect((await asPlatformAdmin('revive', 'ptc', '--why', 'x')).code).toBe(0);
      const gated = await asPlatformAdmin('set', 'tool_broker', 'enforce', '--why', 'x');
      expect(gated).toMatchObject({ code: 1, err: expect.stringContaining('95 % over at least 500 turns') });
      expect(await api.rows('SELECT 1 FROM sessions')).toEqual([]);
    });

    it('lists the valid names after a typo, and says how to get access', async () => {
      const errors = async (args: string[], key?: string) =>
        (await run([...args, '--why', 'x'], { key })).err;
      expect(await errors(['set', 'tool_brocker', 'off'])).toContain(
        'no flag "tool_brocker". Flags: tool_broker, ',
      );
      expect(await errors(['set', 'tool_broker', 'on', '--org', 'demo'])).toContain(
        'one of: off, shadow, enforce',
      );
      expect(await errors(['set', 'tool_broker', 'off', '--org', 'nobody'])).toBe(
        'There is no org "nobody".',
      );
      expect(await errors(['kill', 'ptc'])).toContain('Only platform admins');
      expect(await errors(['kill', 'ptc'], 'tp_wrong')).toContain('unknown or revoked');
      expect(await errors(['kill', 'ptc'], '')).toContain('TURNPIKE_API_KEY');
      const unfit = await errors(['set', 'ptc', 'off', '--org', 'demo', '--conversation', 'c-1']);
      expect(unfit.match(/conversationId/g)).toHaveLength(1);
      const away = await errors(['list', '--url', 'http://127.0.0.1:1']);
      expect(away).toContain('http://127.0.0.1:1 does not answer. Start it with npm start');
    });
  });
});
