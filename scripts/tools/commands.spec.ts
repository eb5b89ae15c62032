import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ToolOverride } from '#contracts';
import { OrgService } from '#identity';
import { ToolMetadataModule } from '#tools';
import { createEmbeddedTestDatabase } from '../../test/harness/embedded-test-database.ts';
import { describeWith, type TestService } from '../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { packs } from '../../libs/packs/index.ts';
import { operatorConfig, withServices } from '../operator.ts';
import { announceDatabase, withdrawDatabase } from '../start/running-database.ts';
import { toolCommands, type ToolCommand, type ToolOptions } from './commands.ts';
import { deprecationText, table } from './print.ts';

const TOOL = 'search_properties';
const kinds: [string, TestService[], () => Promise<TestDatabase>][] = [
  ['embedded', [], createEmbeddedTestDatabase],
  ['postgres', ['postgres'], createTestDatabase],
];

describe.each(kinds)('the tools command (%s)', (kind, services, create) => {
  describeWith(services, kind, () => {
    let testDatabase: TestDatabase;
    let folder: string;

    beforeAll(async () => {
      testDatabase = await create();
      folder = mkdtempSync(path.join(tmpdir(), 'turnpike-tools-'));
      if (kind === 'embedded') announceDatabase(folder, testDatabase.settings.url);
      await within(async (open) =>
        open.get(OrgService).create({ slug: 'acme', name: 'Acme', packs: ['estio'] }),
      );
    }, 60_000);

    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await testDatabase?.drop();
    });

    async function within<Result>(work: Parameters<typeof withServices<Result>>[2]): Promise<Result> {
      const where = kind === 'embedded' ? {} : { DATABASE_URL: testDatabase.settings.url };
      const config = await operatorConfig({ DATA_DIR: folder, ...where });
      return withServices(config, [ToolMetadataModule.forPacks(packs, { onlyLooks: true })], work);
    }

    function run(command: keyof typeof toolCommands, names: string[] = [], over: Partial<ToolOptions> = {}) {
      const options: ToolOptions = { days: 30, replaceAll: false, reason: 'a test', ...over };
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
      expect(await run('diff', [TOOL], { org: 'acme' })).toMatchObject({
        platform: [{ field: 'description', here: 'For all.' }],
        org: [{ field: 'tier', below: 'always', here: 'deferred' }],
      });
      const rows = await run('list', [], { org: 'acme' });
      expect(rows).toContainEqual(
        expect.objectContaining({ name: TOOL, tier: 'deferred', platform: 1, org: 1 }),
      );
      expect(table(rows)).toMatch(/^name +pack +tier/);
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

    it('says what does not fit', async () => {
      await expect(put({ examples: [] })).rejects.toThrow('/examples: expected at least one example');
      await expect(run('show', ['nothing'])).rejects.toThrow('There is no tool named nothing.');
      await expect(run('list', [], { org: 'nobody' })).rejects.toThrow('There is no org "nobody".');
      await expect(run('override', [TOOL])).rejects.toThrow('--file');
      await expect(run('override', [TOOL], { file: '/nowhere.json' })).rejects.toThrow('cannot be read');
      await expect(run('approve', [TOOL, 'x'])).rejects.toMatchObject({ code: 'DEFINITION_NOT_WAITING' });
    });
  });
});

describe('a command without an installation', () => {
  it('says what to start or to name', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'turnpike-tools-'));
    await expect(operatorConfig({ DATA_DIR: folder })).rejects.toThrow('no npm start runs with its data in');
    // The start was killed and left its word behind.
    announceDatabase(folder, 'postgres://postgres@127.0.0.1:1/postgres');
    await expect(operatorConfig({ DATA_DIR: folder })).rejects.toThrow('ECONNREFUSED');
    withdrawDatabase(folder);
    await expect(operatorConfig({ DATA_DIR: folder })).rejects.toThrow('no npm start runs');
    rmSync(folder, { recursive: true });
  });
});
