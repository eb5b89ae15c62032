import { describeWith } from '../../../test/harness/services.ts';
import { setConversationTools } from '../callers/conversation-tools.repository.ts';
import { recordSpans } from '../testing/recorded-spans.ts';
import { useTurns, plainTool, testPack, type TurnsFixture } from '../testing/turns.fixture.ts';

describeWith('postgres', 'edits of tools in a turn', () => {
  const turns = useTurns([testPack('alpha', [plainTool('look'), plainTool('note')])]);

  it('reach the model, and deprecated tools come last with a note', async () => {
    const org = await turns.newOrg();
    turns.registry.applyOverrides({
      platform: new Map([
        ['look', { version: 1, override: { deprecated: { replacedBy: 'note', reason: 'it is better' } } }],
      ]),
      orgs: new Map([
        [org.id, new Map([['note', { version: 1, override: { description: 'For this org.' } }]])],
      ]),
      approved: new Set(),
    });
    expect(await offeredIn(org)).toEqual([
      ['note', 'For this org.'],
      ['look', 'Deprecated, use note instead (it is better). Does look.'],
    ]);
    expect(await offeredIn(await turns.newOrg())).toContainEqual(['note', 'Does note.']);
  });

  it('omit disabled tools, and tools that the conversation denies', async () => {
    const org = await turns.newOrg();
    const off = new Map([['look', { version: 1, override: { enabled: false } }]]);
    turns.registry.applyOverrides({
      platform: new Map(),
      orgs: new Map([[org.id, off]]),
      approved: new Set(),
    });
    expect((await offeredIn(org)).map(([name]) => name)).toEqual(['note']);
    const { turnId, conversationId } = await turns.send(org);
    const list = { allowed: null, denied: ['note'] };
    const before = await turns.database.forOrg(org.id, (tx) =>
      setConversationTools(tx, conversationId, list),
    );
    expect(before).toEqual({ allowed: null, denied: [] });
    await turns.newRunner().run(org.id, turnId, true);
    expect(turns.model.requests.at(-1)?.tools).toEqual([]);
  });

  it('appear per layer in the trace of the turn', async () => {
    const org = await turns.newOrg({ TOOLS_DISABLED: 'note' });
    const off = new Map([['look', { version: 1, override: { enabled: false } }]]);
    turns.registry.applyOverrides({ platform: off, orgs: new Map(), approved: new Set() });
    const recorded = recordSpans();
    await offeredIn(org);
    const span = (await recorded.take()).find(({ name }) => name === 'scope');
    await recorded.stop();
    expect(JSON.parse(String(span?.attributes['turnpike.scope.layers']))).toMatchObject({
      platform: { passed: 1, out: { 'the platform has switched it off': ['look'] } },
      org_pack: { passed: 1, out: {} },
      org_enabled: { passed: 0, out: { 'the org’s setting TOOLS_DISABLED names it': ['note'] } },
      conversation: { passed: 0, out: {} },
    });
  });

  async function offeredIn(org: Awaited<ReturnType<TurnsFixture['newOrg']>>) {
    const { turnId } = await turns.send(org);
    await turns.newRunner().run(org.id, turnId, true);
    return (turns.model.requests.at(-1)?.tools ?? []).map(({ name, description }) => [name, description]);
  }
});
