import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { RolloutEvidenceReadModel } from '#broker';
import { Database } from '#database';
import { FlagsModule } from '#flags';
import { OrgService } from '#identity';
import { McpServersAdminModule } from '#mcp';
import { ToolMetadataModule } from '#tools';
import { definePack, defineTool } from '#pack-kit';
import { BrokerExplanationsModule } from '#turns';
import { addLoggedCall } from '../../libs/broker/testing/logged-call.fixture.ts';
import { createEmbeddedTestDatabase } from '../../test/harness/embedded-test-database.ts';
import { describeWith, type TestService } from '../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { readCommandLine } from '../commands/command-line.ts';
import { broker } from '../commands/database-programs.ts';
import { operatorConfig, withServices } from '../operator.ts';
import { announceDatabase } from '../start/running-database.ts';
import { brokerCommands } from './commands.ts';

const kinds: [string, TestService[], () => Promise<TestDatabase>][] = [
  ['embedded', [], createEmbeddedTestDatabase],
  ['postgres', ['postgres'], createTestDatabase],
];
const deferred = (name: string, description: string, role: 'any' | 'admin' = 'any') =>
  defineTool({
    name,
    description,
    category: 'test',
    input: z.object({}),
    whenToUse: [description],
    examples: [description],
    tier: 'deferred',
    channels: ['chat'],
    role,
    sideEffect: 'none',
    intents: [],
    execute: async () => ({}),
  });
const tools = [
  deferred('calculate_mortgage', 'Works out the monthly instalment of a mortgage.'),
  deferred('book_viewing', 'Books a viewing of a house.'),
  deferred('delete_all', 'Deletes everything.', 'admin'),
];
const helper = {
  name: 'helper',
  description: 'Helps.',
  prompt: 'Help.',
  taskType: 'draft_reply',
  tools: tools.map(({ name }) => name),
};
const packs = [definePack({ name: 'test', title: 'Test', loading: 'broker', agents: [helper], tools })];

describe.each(kinds)('the broker command (%s)', (kind, services, create) => {
  describeWith(services, kind, () => {
    let testDatabase: TestDatabase;
    let folder: string;

    beforeAll(async () => {
      testDatabase = await create();
      folder = mkdtempSync(path.join(tmpdir(), 'turnpike-broker-'));
      if (kind === 'embedded') announceDatabase(folder, testDatabase.settings.url);
      await within(async (open) => {
        await open.get(OrgService).create({ slug: 'acme', name: 'Acme', packs: ['test'] });
        await open.get(OrgService).create({ slug: 'young', name: 'Young', packs: ['test'] });
      });
    });

    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await testDatabase?.drop();
    });

    async function within<Result>(work: Parameters<typeof withServices<Result>>[2]): Promise<Result> {
      const where = kind === 'embedded' ? {} : { DATABASE_URL: testDatabase.settings.url };
      const modules = [
        ToolMetadataModule.forPacks(packs, { readOnly: true }),
        McpServersAdminModule,
        FlagsModule.forRoot({ evidence: RolloutEvidenceReadModel }),
        BrokerExplanationsModule,
      ];
      return withServices(await operatorConfig({ DATA_DIR: folder, ...where }), modules, work);
    }

    const run = (...args: string[]) =>
      within((open) => {
        const line = readCommandLine(broker, args);
        return brokerCommands[line.command](open, line);
      });

    it('explains a message, tool by tool', async () => {
      const text = 'What would the monthly instalment of a mortgage be?';
      const explained = await run('explain', text, '--org', 'acme', '--agent', 'test/helper');
      expect(explained).toMatch(/^test\/helper, language en, intents: none/);
      expect(explained).toContain('tool_broker is off');
      expect(explained).toMatch(/calculate_mortgage .*words: .*mortgage/);
      const one = await run(
        'explain',
        text,
        '--org',
        'acme',
        '--agent',
        'helper',
        '--tool',
        'calculate_mortgage',
      );
      expect(one).toMatch(
        /^calculate_mortgage: offered: the broker is off; with enforce it would be offered too: .*rank 1, score/,
      );
      const all = JSON.parse(await run('explain', text, '--org', 'acme', '--agent', 'helper', '--json')) as {
        tools: { tool: string; reason: string }[];
        excluded: unknown[];
      };
      expect(all.tools.every(({ reason }) => reason !== '')).toBe(true);
      expect(all.excluded).toContainEqual({
        tool: 'delete_all',
        layer: 'role',
        reason: 'it needs the role admin, the caller is contact',
      });
    });

    it('trains an org now, lists its versions, and the next explanation has learned', async () => {
      await within(async (open) => {
        const org = await open.get(OrgService).bySlug('acme');
        for (let at = 0; at < 30; at += 1)
          await addLoggedCall(open.get(Database), org!.id, {
            text: `zorbl the frimble ${at}`,
            tool: 'calculate_mortgage',
            at: new Date(Date.UTC(2026, 2, 2, 9, at)),
            pack: 'test',
            agent: 'helper',
          });
      });
      expect(await run('versions', '--org', 'acme')).toBe(
        'Nothing was learned yet: the texts of the tools serve.',
      );
      expect(await run('train', '--org', 'acme')).toMatch(
        /^Version 1 has learned from 30 calls of 1 tools in [\d.]+ s, and serves\.\nnot compared: 6 calls are too few$/,
      );
      expect(await run('versions', '--org', 'acme')).toMatch(/^version +state[^]*\n1 +serves +30 +1 /);
      const explained = await run(
        'explain',
        'zorbl it',
        '--org',
        'acme',
        '--agent',
        'helper',
        '--tool',
        'calculate_mortgage',
      );
      expect(explained).toContain('learned from past messages');
    });

    it('says what is missing', async () => {
      expect(await run('train', '--org', 'young')).toBe(
        'Nothing to learn from: no turn of young has called a tool with success.',
      );
      await expect(
        run('explain', 'x', '--org', 'acme', '--agent', 'helper', '--channel', 'Fax!'),
      ).rejects.toThrow('--channel: expected a lower-case name');
      await expect(run('versions', '--org', 'nobody')).rejects.toThrow('There is no org "nobody".');
      await expect(run('explain', 'x', '--org', 'acme', '--agent', 'nobody')).rejects.toThrow(
        'The org has no agent "nobody". It has: test/helper.',
      );
      await expect(
        run('explain', 'x', '--org', 'acme', '--agent', 'helper', '--tool', 'nothing'),
      ).rejects.toThrow('no tool named nothing');
    });
  });
});
