// A turn with a tool of an MCP server.
import { FileRepository } from '#artifacts';
import { AuditLog } from '#identity';
import { ToolDefinitions } from '#tools';
import { ToolDefinitionRepository } from '../../libs/tools/definitions/tool-definition.repository.ts';
import { LiveTools } from '../../libs/tools/live-tools.ts';
import { ToolOverrideRepository } from '../../libs/tools/overrides/tool-override.repository.ts';
import { calls } from '../../libs/turns/testing/scripted-model.ts';
import { openTurns, plainTool, testPack } from '../../libs/turns/testing/turns.fixture.ts';
import { openChanges } from '../harness/changes.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { connectClients, serverFile } from './mcp-client.fixture.ts';

describeWith('postgres', 'a turn with a tool of an MCP server', () => {
  const closing: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  it('shows the model a picture of the tool, and keeps it with the message', async () => {
    const address = { command: process.execPath, args: [serverFile('tools-server')] };
    const pack = { ...testPack('alpha', [plainTool('look')]), mcpServers: [{ name: 'painter', address }] };
    const turns = await openTurns([pack], { canSee: true });
    const { registry, database, clock, testDatabase } = turns;
    const { changes, close } = openChanges(testDatabase.settings, database);
    const approvals = new ToolDefinitionRepository(clock);
    const definitions = new ToolDefinitions(database, clock, approvals, new AuditLog(clock), changes);
    const edits = new ToolOverrideRepository(clock);
    const live = new LiveTools(registry, database, edits, approvals, definitions, changes);
    await live.start();
    closing.push(
      () => turns.close(),
      close,
      () => live.stop(),
    );
    await connectClients({ registry, definitions, database, changes, clock }, closing);
    const org = await turns.newOrg();
    await eventually(async () =>
      expect(registry.effective(org.id).tool('draw')).toMatchObject({ held: false }),
    );

    turns.model.answer(calls('draw'));
    const { turnId } = await org.send({ text: 'Draw', contact: 'painter', channel: 'chat' });
    await org.run(turnId, true);
    const told = turns.model.requests[1]?.messages.at(-1);
    expect(told).toMatchObject({
      role: 'tool',
      text: expect.stringContaining('A picture came'),
      pictures: [{ name: 'picture-1', mediaType: 'image/png', base64: expect.stringMatching(/^iVBOR/) }],
    });
    expect(JSON.stringify(told)).not.toContain('iVBOR');
    const files = await org.transact((tx) => new FileRepository(tx).ofContact('painter', 10));
    expect(files).toMatchObject([{ name: 'picture-1', origin: `tool:${turnId}:tool:1:0:1` }]);
  });
});
