import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ToolOverride } from '#contracts';
import { OrgService } from '#identity';
import { ToolMetadataModule, ToolRegistry } from '#tools';
import { describeOnEachDatabase } from '../../test/harness/suite-database.ts';
import { temporaryFolder } from '../../test/harness/temporary-folder.ts';
import { packs } from '../../packs/index.ts';
import { operatorConfig, userName, withServices } from '../operator.ts';
import { runningDatabase } from '../start/announcement.ts';
import { toolCommands, type ToolCommand, type ToolOptions } from './commands.ts';
import { completeTools, toolModules } from './all-tools.ts';
import { definitionsText, deprecationText, table, toolListText } from './print.ts';

const TOOL = 'search_properties';

describeOnEachDatabase('the tools command', (on) => {
  const folder = temporaryFolder();

  beforeAll(async () => {
    if (on.settings.kind === 'embedded') runningDatabase.write(folder, { url: on.settings.url });
    await within(async (open) =>
      open.get(OrgService).create({ slug: 'acme', name: 'Acme', packs: ['estio'] }),
    );
  });

  async function within<Result>(
    work: Parameters<typeof withServices<Result>>[2],
    modules: Parameters<typeof withServices>[1] = [ToolMetadataModule.forPacks(packs, { readOnly: true })],
  ): Promise<Result> {
    const where = on.settings.kind === 'embedded' ? {} : { DATABASE_URL: on.settings.url };
    const config = await operatorConfig({ DATA_DIR: folder, ...where });
    return withServices(config, modules, work);
  }

  function run(command: keyof typeof toolCommands, names: string[] = [], over: Partial<ToolOptions> = {}) {
    const options: ToolOptions = { days: '30', reason: 'a test', ...over };
    const answer: ToolCommand = toolCommands[command];
    return within((open) => answer(open, options, names)) as Promise<never>;
  }

  function fileOf(content: unknown): string {
    const file = path.join(folder, 'content.json');
    writeFileSync(file, JSON.stringify(content));
    return file;
  }

  const put = (override: ToolOverride, over: Partial<ToolOptions> = {}, tool = TOOL) =>
    run('override', [tool], { file: fileOf(override), ...over });

  it('edits a layer, compares it, takes it elsewhere and goes back', async () => {
    expect(await put({ description: 'For all.' })).toEqual({ version: 1 });
    expect(await put({ tier: 'deferred' }, { org: 'acme' })).toEqual({ version: 1 });
    await put({ description: 'a', whenToUse: ['b'], examples: ['c'] }, {}, 'send_offer');
    expect(await run('list')).toContainEqual(
      expect.objectContaining({ name: 'send_offer', languages: 'en', lacks: 'ar' }),
    );
    expect(await run('diff', [TOOL], { org: 'acme' })).toMatchObject({
      platform: [{ field: 'description', here: 'For all.' }],
      org: [{ field: 'tier', below: 'always', here: 'deferred' }],
    });
    const rows = await run('list', [], { org: 'acme' });
    expect(rows).toContainEqual(
      expect.objectContaining({ name: TOOL, tier: 'deferred', platform: 1, org: 1 }),
    );
    expect(rows).toContainEqual(expect.objectContaining({ name: TOOL, languages: 'ar en', lacks: '' }));
    const packsIn = (some: { pack: string }[]) => [...new Set(some.map(({ pack }) => pack))].sort();
    expect(packsIn(rows)).toEqual(['estio', 'platform']);
    expect(packsIn(await run('list')).length).toBeGreaterThan(2);
    expect(table(rows)).toMatch(/^name +pack +tier/);
    for (const column of Object.keys(rows[0] ?? {}).filter((name) => !['name', 'pack'].includes(name)))
      expect(toolListText(rows)).toMatch(new RegExp(`^  ${column} +\\w`, 'm'));
    const exported = await run('export', [], { org: 'acme' });
    expect(exported).toMatchObject({ org: 'acme', overrides: { [TOOL]: { tier: 'deferred' } } });
    expect(await run('revert', [TOOL], { org: 'acme' })).toEqual({ version: 2 });
    expect(await run('show', [TOOL], { org: 'acme' })).toMatchObject({
      tier: 'always',
      history: { org: [{ action: 'revert', reason: 'a test', actor: { kind: 'system' } }, { version: 1 }] },
    });
    expect(await run('import', [fileOf(exported)], { org: 'acme' })).toEqual({ changed: [TOOL] });
  });

  it('reports deprecated tools', async () => {
    await put({ deprecated: { replacedBy: TOOL, reason: 'r' } }, {}, 'store_insight');
    const report = await run('deprecated');
    expect(deprecationText(report)).toContain('safe to remove: no use in 30 days');
    expect(await run('definitions')).toEqual([]);
  });

  it('knows the tools of the packs’ own MCP servers before any process has registered them', async () => {
    await within(async (open) => {
      await completeTools(open);
      const registry = open.get(ToolRegistry);
      const analyst = registry.agent('geo', 'geo_analyst')?.tools.map(({ registered }) => registered.tool);
      const told = registry.effective(null).tools.filter(({ source }) => source === 'mcp');
      expect(told.map(({ tool }) => tool.name)).toContain('get_districts');
      expect(told.filter(({ held, pack }) => held || pack !== 'geo')).toEqual([]);
      expect(analyst?.map(({ name }) => name)).toEqual(
        expect.arrayContaining(told.map(({ tool }) => tool.name)),
      );
      const rows = await toolCommands.list(open, { reason: '' });
      expect(toolListText(rows)).toContain(`geo ${told.length}`);
    }, toolModules());
  });

  it('says what does not fit', async () => {
    await expect(put({ examples: [] })).rejects.toThrow('/examples: expected at least one example');
    await expect(run('show', ['nothing'])).rejects.toThrow('There is no tool named nothing.');
    await expect(run('list', [], { org: 'nobody' })).rejects.toThrow('There is no org "nobody".');
    await expect(run('definitions', ['nothing'])).rejects.toThrow('No definition of nothing was seen');
    await expect(run('override', [TOOL], { file: '/nowhere.json' })).rejects.toThrow('cannot be read');
    await expect(run('approve', [TOOL, 'x'])).rejects.toMatchObject({ code: 'DEFINITION_NOT_WAITING' });
  });
});

it('names a user of whom the system has no name by number', () => {
  expect(userName(() => assert.fail('ENOENT'))).toBe(`user ${process.getuid?.()}`);
});

describe('definitions in words', () => {
  const seen = (hash: string, minute: number, approvedAt: Date | null) => ({
    orgId: null,
    name: 'find_districts',
    hash,
    definition: { description: `Lists districts ${hash}.`, parameters: { type: 'object' } },
    source: 'mcp' as const,
    firstSeenAt: new Date(Date.UTC(2026, 0, 1, 10, minute)),
    currentSince: new Date(Date.UTC(2026, 0, 1, 10, minute)),
    approvedAt,
    approvedBy: null,
  });
  const all = [seen('bbb', 5, null), seen('aaa', 1, new Date(0))];

  it('are one line each, with what waits for approval; of one tool with what it says', () => {
    expect(definitionsText(all, false).split('\n')).toEqual([
      'tool            state    source  first seen        current since     hash',
      'find_districts  waits    mcp     2026-01-01 10:05  2026-01-01 10:05  bbb',
      'find_districts  earlier  mcp     2026-01-01 10:01  2026-01-01 10:01  aaa',
    ]);
    expect(definitionsText(all, true)).toContain(
      'bbb\n  Lists districts bbb.\n  arguments: {"type":"object"}',
    );
    expect(definitionsText([], false)).toContain('No definition was seen yet');
  });
});

describe('a command without an installation', () => {
  const folder = temporaryFolder();
  it('says what to start or to name', async () => {
    await expect(operatorConfig({ DATA_DIR: folder })).rejects.toThrow('no npm start runs with its data in');
    // The start was killed and left its word behind.
    runningDatabase.write(folder, { url: 'postgres://postgres@127.0.0.1:1/postgres' });
    await expect(operatorConfig({ DATA_DIR: folder })).rejects.toThrow('ECONNREFUSED');
    runningDatabase.remove(folder);
    await expect(operatorConfig({ DATA_DIR: folder })).rejects.toThrow('no npm start runs');
  });
});
