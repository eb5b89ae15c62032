import { describeWith } from '../../../test/harness/services.ts';
import { setConversationTools } from '../callers/conversation-tools.repository.ts';
import { spansDuring } from '../testing/recorded-spans.ts';
import { useOrg, type TestOrg } from '../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack } from '../testing/turns.fixture.ts';

describeWith('postgres', 'edits of tools in a turn', () => {
  const turns = useTurns([testPack('alpha', [plainTool('look'), plainTool('note')])]);
  const org = useOrg(turns);

  it('reach the model, and deprecated tools come last with a note', async () => {
    turns.registry.applyOverrides({
      platform: new Map([
        ['look', { version: 1, override: { deprecated: { replacedBy: 'note', reason: 'it is better' } } }],
      ]),
      orgs: new Map([
        [org.id, new Map([['note', { version: 1, override: { description: 'For this org.' } }]])],
      ]),
      approved: new Set(),
    });
    expect(await offeredIn()).toEqual([
      ['note', 'For this org.'],
      ['look', 'Deprecated, use note (it is better). Does look.'],
    ]);
    expect(await offeredIn(await turns.newOrg())).toContainEqual(['note', 'Does note.']);
  });

  it('omit disabled tools, and tools that the conversation denies', async () => {
    const off = new Map([['look', { version: 1, override: { enabled: false } }]]);
    turns.registry.applyOverrides({
      platform: new Map(),
      orgs: new Map([[org.id, off]]),
      approved: new Set(),
    });
    expect((await offeredIn()).map(([name]) => name)).toEqual(['note']);
    const { turnId, conversationId } = await org.send();
    const list = { allowed: null, denied: ['note'] };
    const before = await org.transact((tx) => setConversationTools(tx, conversationId, list));
    expect(before).toEqual({ allowed: null, denied: [] });
    await org.run(turnId, true);
    expect(turns.model.requests.at(-1)?.tools).toEqual([]);
  });

  it('appear per layer in the trace of the turn', async () => {
    await org.replace({ TOOLS_DISABLED: 'note' });
    const off = new Map([['look', { version: 1, override: { enabled: false } }]]);
    turns.registry.applyOverrides({ platform: off, orgs: new Map(), approved: new Set() });
    const span = (await spansDuring(() => offeredIn())).find(({ name }) => name === 'scope');
    expect(JSON.parse(String(span?.attributes['turnpike.scope.layers']))).toMatchObject({
      platform: { passed: 1, out: { 'the platform has switched it off': ['look'] } },
      org_pack: { passed: 1, out: {} },
      org_enabled: { passed: 0, out: { 'the org’s setting TOOLS_DISABLED names it': ['note'] } },
      conversation: { passed: 0, out: {} },
    });
  });

  async function offeredIn(of: TestOrg = org) {
    await of.say();
    return (turns.model.requests.at(-1)?.tools ?? []).map(({ name, description }) => [name, description]);
  }
});
