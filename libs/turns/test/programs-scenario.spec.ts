// The measured promise of programs: the same turn with and without, on the offline model, counted tokens.
import { InsightService } from '#memory';
import { countMessageTokens, countTextTokens, countToolTokens, OfflineEmbedder } from '#models';
import { offlineHintsOf, OfflineModel } from '#offline-model';
import { offlinePacks } from '#packs/offline';
import { platformTools, programSignature } from '#tools';
import { expectPromisedResult } from '../../../test/harness/promised-result.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { estio } from '../../../packs/estio/index.ts';
import { checkCalendar, type FreeTimes } from '../../../packs/estio/tools/check-calendar.tool.ts';
import type { TestOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';

const ANCHOR = new Date('2026-11-16T00:00:00Z');
const QUESTION = 'Find apartments in Paphos under 200k near the beach';
const MOST_ROUNDS = 6;

/** Most of the tokens of single calls that a program may cost. */
const MOST_OF_SINGLE = 0.5;

describeWith('postgres', QUESTION, () => {
  let org: TestOrg;

  const turns = useTurns([estio], { platform: platformTools });
  beforeAll(async () => {
    const memory = new InsightService(turns.database, new OfflineEmbedder(), turns.clock);
    turns.ports.memory = memory;
    // Both turns remember the same, however busy the machine is.
    org = await turns.newOrg({ CONTEXT_TIMEOUT_MS: '5000' });
    const seeded = {
      orgId: org.id,
      anchor: ANCHOR,
      clock: turns.clock,
      embed: (text: string) => memory.embed(org.id, text),
      missingConversations: () => Promise.resolve(new Set<string>()),
      addConversation: () => Promise.reject(new Error('unused')),
    };
    await org.transact(async (tx) => estio.seed?.(tx, seeded));
  });
  async function ask(programs: boolean) {
    await org.setFlag('ptc', programs);
    turns.model.forget();
    const offline = new OfflineModel(offlineHintsOf(turns.registry, offlinePacks));
    turns.model.answer(...Array.from({ length: MOST_ROUNDS }, () => offline.generate.bind(offline)));
    const contact = 'contact-015';
    const asked = { text: QUESTION, agent: 'searcher', contact, channel: 'chat', newConversation: true };
    const sent = await org.say(asked);
    const turn = await org.turn(sent.turnId);
    const calls = await org.query<{ tool: string; stepKey: string }>(
      'SELECT tool, step_key AS "stepKey" FROM tool_calls WHERE org_id = $1 AND turn_id = $2 ORDER BY step_key',
      [sent.turnId],
    );
    return { turn, calls, asked: [...turns.model.requests] };
  }

  /** Counted here anew, from what the model was sent and what it answered. */
  async function tokensOf({ asked, turn }: Awaited<ReturnType<typeof ask>>): Promise<number> {
    let tokens = 0;
    for (const { system, tools, messages } of asked) {
      tokens += (await countTextTokens(system)) + (await countMessageTokens(messages));
      for (const count of await countToolTokens(tools)) tokens += count;
    }
    // Whatever was answered before the reply stands among the messages of the last round.
    const written = asked.at(-1)?.messages.filter(({ role }) => role === 'assistant') ?? [];
    return tokens + (await countMessageTokens(written)) + (await countTextTokens(turn?.reply?.text ?? ''));
  }

  it('uses one program instead of single calls: fewer rounds, and at most half of the tokens', async () => {
    const single = await ask(false);
    const program = await ask(true);

    expect(single.turn).toMatchObject({ state: 'completed', agent: 'estio/searcher' });
    expect(single.calls).toEqual([
      { tool: 'search_properties', stepKey: 'tool:1:0' },
      { tool: 'retrieve_context', stepKey: 'tool:2:0' },
    ]);
    expect(program.turn).toMatchObject({ state: 'completed', agent: 'estio/searcher' });
    expect(program.calls).toEqual([
      { tool: 'search_properties', stepKey: 'program:1:0:1' },
      { tool: 'retrieve_context', stepKey: 'program:1:0:2' },
    ]);

    expect(single.turn?.totals).toMatchObject({ modelRounds: 3, toolCalls: 2 });
    expect(program.turn?.totals).toMatchObject({ modelRounds: 2, toolCalls: 2 });
    const [without, withProgram] = [await tokensOf(single), await tokensOf(program)];
    expect(withProgram).toBeLessThanOrEqual(without * MOST_OF_SINGLE);
    // Within that, the function that was ranked first says what types do not.
    expect(program.asked[0]?.system).toMatch(/bedrooms\?:number \/\/ .*0 is a studio/);
    // The totals of the turns say the same.
    const total = (turn: (typeof single)['turn']) =>
      (turn?.totals.promptTokens ?? 0) + (turn?.totals.completionTokens ?? 0);
    expect(total(program.turn)).toBeLessThanOrEqual(total(single.turn) * MOST_OF_SINGLE);
    // The one that has scored all 24 names what the other one, which saw ten of them, could not know of.
    expect(program.turn?.reply?.text).toContain('24 matches');
    expect(program.turn?.reply?.text).toMatch(/prop-0001[\s\S]*prop-0115[\s\S]*prop-0032/);
  });

  it('gives a program what the signature of check_calendar says, with local times', async () => {
    await org.setFlag('ptc', true);
    const code =
      'const times = await check_calendar({ durationMinutes: 30 });\nreturn [times, times.slots[0]];';
    turns.model.answer(() => ({ toolCalls: [{ id: 'p1', name: 'run_program', arguments: { code } }] }));
    const message = { text: 'When?', agent: 'coordinator', contact: 'contact-015', newConversation: true };
    await org.say({ ...message, channel: 'chat' });
    const told = turns.model.requests.at(-1)?.messages.at(-1)?.text ?? '';
    const answer = JSON.parse(told.slice(told.indexOf('{'))) as { data: [FreeTimes, object] };
    const [times, first] = answer.data;
    expectPromisedResult(checkCalendar, times);
    expect(first).toEqual({
      start: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:[03]0 UTC$/),
      end: expect.stringMatching(/ UTC$/),
      agentId: 'agent-01',
      agentName: expect.any(String),
    });
    const registered = turns.registry.tool('check_calendar')!;
    expect(programSignature(registered, { caller: { kind: 'contact' } }, false)).toContain(
      '):{timezone:string, slots:{start:string, end:string, agentId:string, agentName:string}[], busy:',
    );
  });
});
