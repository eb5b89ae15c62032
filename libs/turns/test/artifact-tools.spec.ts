import { z } from 'zod';
import { platformTools, type ToolCaller } from '#tools';
import { artifactUpdated, defineArtifactKind, defineTool, type Pack, type Tool } from '#pack-kit';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { outsideCaller } from '../testing/outside-caller.fixture.ts';
import { dies } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack } from '../testing/turns.fixture.ts';

const fileTools = platformTools.filter(({ name }) => ['read_file', 'write_file'].includes(name));
const brief = defineArtifactKind({
  kind: 'brief',
  title: 'Brief',
  description: 'what is to be built',
  format: 'markdown',
});
const code = defineArtifactKind({ kind: 'code', title: 'Code', description: 'sources', format: 'files' });

/** A tool of a pack that writes by the port, as an older tool with a shape of its own would. */
const oldTool: Tool = defineTool({
  ...plainTool('update_brief'),
  input: z.object({ overview: z.string() }),
  sideEffect: 'write',
  events: (data) => artifactUpdated(data as never),
  execute: ({ overview }, context) =>
    context.write(async (tx) => {
      const content = `## Overview\n${overview}`;
      const written = await context.artifacts?.write(tx, { kind: 'brief', content, strategy: 'merge' });
      if (!written) throw new Error('no artifacts');
      const { id: artifact_id, kind: artifact_type, version, changed } = written;
      return { artifact_id, artifact_type, version, changed };
    }),
});

const pack: Pack = {
  ...testPack('workshop', [oldTool, plainTool('note')], ['maker', 'talker']),
  artifacts: [brief, code],
};
pack.agents = pack.agents.map((agent) => ({
  ...agent,
  tools: agent.name === 'maker' ? ['read_file', 'write_file', 'update_brief'] : ['note'],
}));

const ask = (name: string, given: Record<string, unknown>, id = name) => ({ id, name, arguments: given });
const round =
  (...toolCalls: ReturnType<typeof ask>[]) =>
  () => ({ toolCalls });
const write = (content: unknown, more: Record<string, unknown> = {}) =>
  ask('write_file', { artifact_type: 'brief', content, ...more });

describeWith('postgres', 'artifacts in turns', () => {
  const turns = useTurns([pack], { platform: fileTools });
  const org = useOrg(turns);

  const send = (conversationId?: string, agent = 'maker') =>
    org.send({ agent, ...(conversationId ? { conversationId } : { newConversation: true }) });
  async function run(conversationId?: string, agent?: string) {
    const sent = await send(conversationId, agent);
    await org.run(sent.turnId, true);
    return sent;
  }
  const results = () =>
    turns.model.requests
      .at(-1)
      ?.messages.flatMap((message) =>
        message.role === 'tool' ? [JSON.parse(message.text) as { success: boolean; data: unknown }] : [],
      ) ?? [];
  const content = async (conversationId: string, kind = 'brief') =>
    (await turns.artifacts.find(org.id, conversationId, kind))?.content;

  it('are written and read, with the agent and the turn as author', async () => {
    turns.model.answer(
      round(ask('read_file', { artifact_type: 'brief' })),
      round(write('# Logger')),
      round(ask('write_file', { artifact_type: 'code', content: 'int a;', file_path: 'src/a.cpp' })),
      round(ask('read_file', { artifact_type: 'code', file_path: 'src/b.cpp' })),
    );
    const { conversationId, turnId } = await run();
    expect(results().map(({ data }) => data)).toMatchObject([
      { exists: false, message: expect.stringContaining('version 1') as string },
      { success: true, version: 1, previousVersion: null, changed: true },
      { file_path: 'src/a.cpp', totalFiles: 1 },
      { exists: false, availableFiles: ['src/a.cpp'] },
    ]);
    const { items } = (await turns.artifacts.versions(org.id, conversationId, 'brief', { limit: 5 }))!;
    expect(items).toMatchObject([{ author: { kind: 'agent', agent: 'maker', user: null }, turnId }]);
  });

  it('are sent to the readers of the turn, once for each version', async () => {
    turns.model.answer(
      round(write('one')),
      round(write('one')),
      round(ask('update_brief', { overview: 'Two.' })),
    );
    const { turnId } = await run();
    const told = (await org.events(turnId)).filter(({ type }) => type === 'artifact.updated');
    expect(told.map(({ payload }) => payload)).toMatchObject([
      { kind: 'brief', version: 1 },
      { kind: 'brief', version: 2 },
    ]);
  });

  it('are sent to the readers of the conversation when no turn wrote them', async () => {
    const { conversationId } = await run();
    const reader = new AbortController();
    const place = turns.conversationEvents.placeAfter(undefined);
    const told: { id: string; type: string; turnId: string | null; payload: unknown }[] = [];
    const following = (async () => {
      const events = turns.conversationEvents.follow(org.id, conversationId, place, reader.signal);
      for await (const event of events) told.push(event);
    })();
    await eventually(async () => expect(told.at(-1)?.type).toBe('turn.completed'));
    for (const text of ['one', 'two']) await org.writeArtifact(conversationId, brief, text);
    await eventually(async () => expect(told.at(-1)?.payload).toMatchObject({ version: 2 }));
    expect(told.at(-1)).toMatchObject({ type: 'artifact.updated', turnId: null });
    reader.abort();
    await following;
    const later = turns.conversationEvents.placeAfter(told.at(-2)?.id);
    const rest = turns.conversationEvents.follow(org.id, conversationId, later, AbortSignal.timeout(60_000));
    expect((await rest.next()).value).toMatchObject({ payload: { kind: 'brief', version: 2 } });
    await rest.return(undefined);
  });

  it('are not overwritten by a change based on an older version', async () => {
    const { conversationId } = await run();
    const meanwhile = async () => {
      await org.writeArtifact(conversationId, brief, 'By somebody else.');
      return round(write('Mine.'))();
    };
    turns.model.answer(
      round(write('First.')),
      round(ask('read_file', { artifact_type: 'brief' })),
      meanwhile,
    );
    await run(conversationId);
    expect(results().at(-1)).toMatchObject({
      success: false,
      errorClass: 'CONFLICT',
      data: { currentVersion: 2 },
    });
    expect(await content(conversationId)).toBe('By somebody else.');
  });

  it('reject the same writes in a replay as in the run that died', async () => {
    const { conversationId } = await run();
    const sent = await send(conversationId);
    turns.model.answer(round(write('First.')), round(ask('read_file', { artifact_type: 'brief' })), dies);
    await org.run(sent.turnId);
    await org.writeArtifact(conversationId, brief, 'By somebody else.');
    turns.model.answer(round(write('Mine.')));
    await org.run(sent.turnId, true);
    expect(results().at(-1)).toMatchObject({ errorClass: 'CONFLICT', data: { currentVersion: 2 } });
  });

  it('written by two calls of one round become two versions, which are merged if possible', async () => {
    const append = (content: string) => ({ ...write(content, { merge_strategy: 'append' }), id: content });
    turns.model.answer(round(append('one'), append('two')));
    const { conversationId } = await run();
    expect(
      String(await content(conversationId))
        .split(/\s+/)
        .filter(Boolean)
        .sort(),
    ).toEqual(['one', 'two']);
    const { items } = (await turns.artifacts.versions(org.id, conversationId, 'brief', { limit: 9 }))!;
    expect(items.map(({ version }) => version)).toEqual([2, 1]);
  });

  it('written by an outside call are sent to the conversation, with the user of the key as author', async () => {
    const { conversationId } = await run();
    const { id: userId } = await org.addMia();
    const outside = (place: { conversationId?: string }, by: { userId?: string }) =>
      outsideCaller(turns.ports, {
        org,
        packs: [pack],
        agent: [{ pack: 'workshop', name: 'maker' }],
        caller: { kind: 'staff', ...by },
        ...place,
      });
    const call = (caller: ToolCaller, content: string) =>
      turns.executor.execute(
        {
          tool: 'write_file',
          arguments: { artifact_type: 'brief', content },
          idempotencyKey: `outside:${content}`,
          mayHaveRun: false,
        },
        caller,
        new AbortController().signal,
      );
    await call(outside({ conversationId }, { userId }), 'by Mia');
    await call(outside({ conversationId }, {}), 'by a key');
    const { items } = (await turns.artifacts.versions(org.id, conversationId, 'brief', { limit: 5 }))!;
    expect(items).toMatchObject([
      { author: { kind: 'agent', agent: 'mcp', user: null }, turnId: null },
      { author: { kind: 'user', agent: null, user: userId }, turnId: null },
    ]);
    const place = turns.conversationEvents.placeAfter(undefined);
    const told = turns.conversationEvents.follow(org.id, conversationId, place, AbortSignal.timeout(60_000));
    const updates: unknown[] = [];
    for await (const event of told) {
      if (event.type === 'artifact.updated') updates.push(event.payload.version);
      if (updates.length === 2) break;
    }
    expect(updates).toEqual([1, 2]);
    const homeless = await call(outside({}, { userId }), 'nowhere');
    expect(homeless.result).toMatchObject({ success: false, errorClass: 'PRECONDITION_FAILED' });
  });

  it('cannot be reached by an agent that does not list the tools, and their kinds are named to one that does', async () => {
    turns.model.answer(round(write('x')));
    await run(undefined, 'talker');
    expect(results()).toMatchObject([{ success: false, errorClass: 'FORBIDDEN' }]);
    expect(turns.model.requests[0]?.tools.map(({ name }) => name)).not.toContain('write_file');
    turns.model.forget();
    await run();
    const told = turns.model.requests[0]?.tools.find(({ name }) => name === 'read_file')?.parameters;
    expect(told).toMatchObject({
      properties: { artifact_type: { enum: ['brief', 'code', 'conversation_summary'] } },
    });
  });

  it.each([
    ['a kind that there is not', { artifact_type: 'poem' }, 'Kinds: brief, code, conversation_summary'],
    ['the summary', { artifact_type: 'conversation_summary' }, 'written by the platform'],
    ['a path that leads out', { artifact_type: 'code', file_path: '../x' }, 'file_path'],
    ['an object where text is wanted', { content: { a: 1 } }, 'as text'],
  ])('refuse %s', async (_what, given, told) => {
    turns.model.answer(round(write('x', given)));
    const { conversationId } = await run();
    expect(results()).toMatchObject([
      { success: false, errorClass: 'VALIDATION_FAILED', error: expect.stringContaining(told) as string },
    ]);
    expect((await turns.artifacts.page(org.id, conversationId, { limit: 5 })).items).toEqual([]);
  });
});
