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
import { describeOnEachDatabase } from '../../test/harness/suite-database.ts';
import { temporaryFolder } from '../../test/harness/temporary-folder.ts';
import { readCommandLine } from '../commands/command-line.ts';
import { broker } from '../commands/database-programs.ts';
import { operatorConfig, withServices } from '../operator.ts';
import { runningDatabase } from '../start/announcement.ts';
import { brokerCommands } from './commands.ts';

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

describeOnEachDatabase('the broker command', (on) => {
  const folder = temporaryFolder();

  beforeAll(async () => {
    if (on.settings.kind === 'embedded') runningDatabase.write(folder, { url: on.settings.url });
    await within(async (open) => {
      await open.get(OrgService).create({ slug: 'acme', name: 'Acme', packs: ['test'] });
      await open.get(OrgService).create({ slug: 'young', name: 'Young', packs: ['test'] });
    });
  });

  async function within<Result>(work: Parameters<typeof withServices<Result>>[2]): Promise<Result> {
    const where = on.settings.kind === 'embedded' ? {} : { DATABASE_URL: on.settings.url };
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

  const explain = (text: string, ...more: string[]) =>
    run('explain', text, '--org', 'acme', '--agent', 'helper', ...more);

  it('explains a message, tool by tool', async () => {
    const text = 'What would the monthly instalment of a mortgage be?';
    const explained = await run('explain', text, '--org', 'acme', '--agent', 'test/helper');
    expect(explained).toMatch(/^test\/helper, language en, intents: none/);
    expect(explained).toContain('tool_broker is off');
    expect(explained).toMatch(/calculate_mortgage .*words: .*mortgage/);
    expect(await explain(text, '--tool', 'calculate_mortgage')).toMatch(
      /^calculate_mortgage: offered: the broker is off; with enforce it would be offered too: .*rank 1, score/,
    );
    const all = JSON.parse(await explain(text, '--json')) as {
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
    expect(await explain('zorbl it', '--tool', 'calculate_mortgage')).toContain('learned from past messages');
  });

  it('says what is missing', async () => {
    expect(await run('train', '--org', 'young')).toBe(
      'Nothing to learn from: no turn of young has called a tool with success.',
    );
    await expect(explain('x', '--channel', 'Fax!')).rejects.toThrow('--channel: expected a lower-case name');
    await expect(run('versions', '--org', 'nobody')).rejects.toThrow('There is no org "nobody".');
    await expect(run('explain', 'x', '--org', 'acme', '--agent', 'nobody')).rejects.toThrow(
      'The org has no agent "nobody". It has: test/helper.',
    );
    await expect(explain('x', '--tool', 'nothing')).rejects.toThrow('no tool named nothing');
  });
});
