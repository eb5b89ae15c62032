import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ToolOverride } from '#contracts';
import { AuditLog } from '#identity';
import { forAllAsync } from '../../../test/harness/for-all.ts';
import { eventually, SOON_MS } from '../../../test/harness/eventually.ts';
import { describeOnEachDatabase } from '../../../test/harness/suite-database.ts';
import { fakePack, fakeTool } from '../testing/fake-tools.ts';
import { toolProcesses, type ToolProcess } from '../testing/tool-process.fixture.ts';
import { ToolOverrideRepository } from './tool-override.repository.ts';
import { ToolOverrides } from './tool-overrides.service.ts';

const actor = { kind: 'system' as const };
const reason = 'a test';

const packs = () => [
  fakePack(
    ['echo', 'other', 'third', 'tool_search'].map((name) =>
      fakeTool({ name, description: `file of ${name}` }),
    ),
  ),
];

describeOnEachDatabase('edits of tools', (on, kind) => {
  const installation = toolProcesses(on);
  let here: ToolProcess;
  let there: ToolProcess;
  let org: string;

  beforeAll(async () => {
    here = await installation.start(packs());
    there = await installation.start(packs());
  });

  beforeEach(() => {
    org = randomUUID();
  });

  const put = (layer: string | null, tool: string, override: ToolOverride, seenVersion = 0) =>
    here.overrides.put(layer, tool, { override, seenVersion, reason }, actor);
  const historyOf = async (tool: string) => (await here.overrides.layersOf(org, tool)).histories.org;
  const descriptionIn = ({ registry }: ToolProcess, tool: string, orgId: string | null = org) =>
    registry.effective(orgId).tool(tool)?.tool.description;

  it('apply at once in the same process, and soon in every other process', async () => {
    expect(await put(org, 'echo', { description: 'of the org' })).toBe(1);
    expect(descriptionIn(here, 'echo')).toBe('of the org');
    await eventually(async () => expect(descriptionIn(there, 'echo')).toBe('of the org'), SOON_MS);
    expect(descriptionIn(there, 'echo', randomUUID())).toBe('file of echo');
    await here.overrides.revert(org, 'echo', { seenVersion: 1, reason }, actor);
    await eventually(async () => expect(descriptionIn(there, 'echo')).toBe('file of echo'), SOON_MS);
  });

  it('reach a process that starts later', async () => {
    await put(org, 'echo', { description: 'from before' });
    const late = await installation.start(packs());
    expect(descriptionIn(late, 'echo')).toBe('from before');
  });

  it('append an example whatever the lower layers contain, also concurrently', async () => {
    await put(null, 'third', { examples: ['of the platform'] });
    await put(org, 'third', { description: 'of the org' });
    const add = (example: string) => here.overrides.addExample(org, 'third', { example, reason }, actor);
    const versions = await Promise.all(['one', 'two'].map(add));
    expect(versions.sort()).toEqual([2, 3]);
    const { tool } = here.registry.effective(org).tool('third') ?? {};
    expect(tool?.examples.toSorted()).toEqual(['of the platform', 'one', 'two']);
    expect(tool?.description).toBe('of the org');
    expect(await add('one')).toBe(3);
    const full = Array.from({ length: 50 }, (_, at) => `example ${at}`);
    await put(org, 'third', { examples: full }, 3);
    await expect(add('one more')).rejects.toMatchObject({ code: 'TOO_MANY_EXAMPLES', kind: 'conflict' });
    await expect(
      here.overrides.addExample(org, 'none', { example: 'x', reason }, actor),
    ).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    await here.overrides.revert(null, 'third', { seenVersion: 1, reason }, actor);
  });

  it('are rejected if another user has changed the tool since it was read', async () => {
    await put(org, 'echo', { description: 'first' });
    await expect(put(org, 'echo', { description: 'second' })).rejects.toMatchObject({
      code: 'OVERRIDE_CHANGED',
      kind: 'conflict',
      message: expect.stringContaining('version 1'),
    });
    const racing = await Promise.allSettled(
      ['a', 'b', 'c'].map((description) => put(org, 'echo', { description }, 1)),
    );
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await historyOf('echo')).map(({ version }) => version)).toEqual([2, 1]);
  });

  it('create no new version if nothing changes', async () => {
    expect(await put(org, 'echo', {})).toBe(0);
    expect(await put(org, 'echo', { enabled: false })).toBe(1);
    expect(await put(org, 'echo', { enabled: false }, 1)).toBe(1);
    expect(await historyOf('echo')).toHaveLength(1);
  });

  it('are stored with actor, time and reason, and audited with before and after', async () => {
    const tool = 'third';
    await put(org, tool, { description: 'new words' });
    expect(await historyOf(tool)).toEqual([
      {
        version: 1,
        override: { description: 'new words' },
        action: 'edit',
        reason,
        actor: { kind: 'system', userId: null, name: null },
        createdAt: installation.clock.now().toISOString(),
      },
    ]);
    const audited = (await installation.auditOf(`tool:${tool}`)).filter(({ orgId }) => orgId === org);
    expect(audited).toEqual([
      {
        orgId: org,
        actorKind: 'system',
        action: 'tool.override.edit',
        reason,
        before: null,
        after: { version: 1, override: { description: 'new words' } },
      },
    ]);
  });

  it('can be reverted to any earlier version, and to the file', async () => {
    await forAllAsync(
      10,
      fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      async (texts, choice) => {
        const orgId = randomUUID();
        let version = 0;
        const seen = [descriptionIn(here, 'echo', orgId)];
        for (const description of texts) {
          const next = await put(orgId, 'echo', { description }, version);
          if (next > version) seen.push(descriptionIn(here, 'echo', orgId));
          version = next;
        }
        const toVersion = choice % seen.length;
        await here.overrides.revert(orgId, 'echo', { toVersion, seenVersion: version, reason }, actor);
        expect(descriptionIn(here, 'echo', orgId)).toBe(seen[toVersion]);
      },
    );
  });

  it('are rejected with the name of the field if they would break a tool', async () => {
    const broken = (override: ToolOverride) => put(org, 'echo', override);
    await expect(broken({ tier: 'universal' })).rejects.toMatchObject({ pointer: '/override/tier' });
    await expect(broken({ tier: 'critical' })).rejects.toMatchObject({ pointer: '/override/tier' });
    await expect(put(org, 'tool_search', { tier: 'deferred' })).rejects.toMatchObject({
      pointer: '/override/tier',
      message: expect.stringContaining('tool_search cannot be made deferred'),
    });
    await expect(broken({ deprecated: { replacedBy: 'nothing', reason } })).rejects.toMatchObject({
      kind: 'invalid',
      pointer: '/override/deprecated/replacedBy',
    });
    await expect(broken({ deprecated: { replacedBy: 'echo', reason } })).rejects.toThrow('echo → echo');
    await expect(put(org, 'nothing', { enabled: false })).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    await expect(
      here.overrides.revert(org, 'echo', { toVersion: 7, seenVersion: 0, reason }, actor),
    ).rejects.toMatchObject({ code: 'UNKNOWN_OVERRIDE_VERSION' });
    expect(await historyOf('echo')).toEqual([]);
  });

  it('create no cycle of replacements, not even between the platform and an org', async () => {
    await put(org, 'echo', { deprecated: { replacedBy: 'other', reason } });
    await expect(put(org, 'other', { deprecated: { replacedBy: 'echo', reason } })).rejects.toThrow(
      'other → echo → other',
    );
    const byPlatform = put(null, 'other', { deprecated: { replacedBy: 'echo', reason } });
    await expect(byPlatform).rejects.toThrow('together with the override of an org');
    // An org that removes the deprecation does not block the edit.
    await put(org, 'echo', { deprecated: null }, 1);
    expect(await put(null, 'other', { deprecated: { replacedBy: 'echo', reason } })).toBe(1);
    await here.overrides.revert(null, 'other', { seenVersion: 1, reason }, actor);
  });

  it('are exported and imported all or none', async () => {
    await put(org, 'echo', { description: 'exported', examples: ['e'] });
    await put(org, 'other', { enabled: false });
    await put(org, 'third', { tier: 'always' });
    await here.overrides.revert(org, 'third', { seenVersion: 1, reason }, actor);
    const file = await here.overrides.export(org, 'an-org');
    expect(file).toEqual({
      format: 'turnpike.tool-overrides',
      version: 1,
      org: 'an-org',
      overrides: { echo: { description: 'exported', examples: ['e'] }, other: { enabled: false } },
    });
    const target = randomUUID();
    await put(target, 'third', { description: 'goes' });
    const load = (replaceAll: boolean, overrides = file.overrides) =>
      here.overrides.import(target, { file: { ...file, overrides }, replaceAll, reason }, actor);
    await expect(load(false, { ...file.overrides, nothing: { enabled: false } })).rejects.toMatchObject({
      code: 'UNKNOWN_TOOL',
    });
    expect(descriptionIn(here, 'echo', target)).toBe('file of echo');
    expect(await load(false)).toEqual(['echo', 'other']);
    expect(await load(false)).toEqual([]);
    expect(descriptionIn(here, 'third', target)).toBe('goes');
    expect(await load(true)).toEqual(['third']);
    expect((await here.overrides.export(target, null)).overrides).toEqual(file.overrides);
  });

  if (kind === 'postgres')
    it('fail after a bounded wait while another edit holds the lock', async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: held, resolve: hold } = Promise.withResolvers<void>();
      const repository = new ToolOverrideRepository(installation.clock);
      repository.editWaitMs = 50;
      const endless = on.database.asPlatform('a test keeps edits waiting', async (tx) => {
        await repository.lockEdits(tx);
        hold();
        await released;
      });
      await held;
      const { registry, changes } = here;
      const audit = new AuditLog(installation.clock);
      const waiting = new ToolOverrides(registry, on.database, repository, audit, changes);
      const edit = { override: { description: 'waits' }, seenVersion: 0, reason };
      await expect(waiting.put(org, 'echo', edit, actor)).rejects.toMatchObject({ code: 'EDITS_BUSY' });
      release();
      await endless;
      expect(await waiting.put(org, 'echo', edit, actor)).toBe(1);
    });

  it('cannot be updated or deleted by an org transaction', async () => {
    await put(org, 'echo', { description: 'stays' });
    const change = (sql: string) => on.database.forOrg(org, (tx) => tx.execute(sql));
    await expect(change('UPDATE tool_overrides SET version = 9 WHERE org_id = $1')).rejects.toThrow('denied');
    await expect(change('DELETE FROM tool_overrides WHERE org_id = $1')).rejects.toThrow('denied');
  });
});
