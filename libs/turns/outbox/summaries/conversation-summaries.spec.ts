import { randomUUID } from 'node:crypto';
import { countWords } from '#memory';
import type { ModelTasks } from '#models';
import { ATTRIBUTES } from '#telemetry';
import { CONVERSATION_SUMMARY } from '#tools';
import { summaryInput, summaryParts } from '#pack-kit';
import { describeOnEachKind } from '../../../../test/harness/suite-database.ts';
import { spansDuring } from '../../testing/recorded-spans.ts';
import { scriptedTasks } from '../../testing/scripted-model.ts';
import { useOrg } from '../../testing/test-org.fixture.ts';
import { useTurns, testPack } from '../../testing/turns.fixture.ts';
import { ConversationSummaries, NothingToSummarizeError } from './conversation-summaries.service.ts';

const never = new AbortController().signal;
const markdown = (kind: string) => ({ kind, title: 'B', description: 'b', format: 'markdown' as const });

describeOnEachKind('summaries of conversations', (create) => {
  let summaries: ConversationSummaries;

  const turns = useTurns([testPack('alpha', [])], { create });
  const org = useOrg(turns);
  beforeEach(() => {
    summaries = new ConversationSummaries(turns.ports);
  });

  async function say(text: string, reply: string, conversationId?: string): Promise<string> {
    turns.model.answer(() => ({ text: reply }));
    const to = conversationId ? { conversationId } : { newConversation: true };
    const sent = await org.say({ text, ...to });
    turns.clock.advance(1_000);
    return sent.conversationId;
  }
  const asked = () => turns.jobs.enqueued.filter(({ name }) => name === 'summarize').length;
  const summary = (conversationId: string) =>
    turns.artifacts.find(org.id, conversationId, CONVERSATION_SUMMARY);
  const outbox = () =>
    org.query<{ turnId: string; payload: unknown }>(
      `SELECT turn_id AS "turnId", payload FROM outbox_tasks WHERE org_id = $1 AND job = 'summarize'`,
      [],
    );

  /** As the worker does with a model of a provider. */
  function withModel(...answers: (Record<string, string[]> | string)[]) {
    const texts = answers.map((answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer)));
    const { model, tasks } = scriptedTasks(texts, turns.ports.flags);
    return { model, summaries: new ConversationSummaries({ ...turns.ports, tasks }) };
  }
  const parts = (over: Record<string, string[]> = {}) => ({
    goals: [],
    decisions: [],
    facts: [],
    openQuestions: [],
    nextSteps: [],
    ...over,
  });

  it('are queued after five new messages, in the transaction that ends the turn, and not before', async () => {
    const id = await say('I need a flat.', 'Where?');
    await say('In Paphos.', 'What is your budget?', id);
    expect(asked()).toBe(0);
    await say('At most 450,000 euros.', 'Noted.', id);
    expect(asked()).toBe(1);
    expect(await outbox()).toMatchObject([{ payload: { conversationId: id } }]);
    await summaries.summarizeIfDue(org.id, id, { turnId: null, signal: never });
    await say('Two bedrooms.', 'Noted.', id);
    await say('With a garden.', 'Noted.', id);
    expect(asked()).toBe(1);
    await say('And a garage.', 'Noted.', id);
    expect(asked()).toBe(2);
  });

  it('are an artifact of the platform, with the messages that they cover', async () => {
    const id = await say('I need a flat in Paphos. My name is Layla Hassan.', 'What is your budget?');
    await say('At most 450,000 euros.', 'I will send offers on Friday.', id);
    await say('We decided to go with two bedrooms.', 'Shall I book a viewing?', id);
    await summaries.summarizeIfDue(org.id, id, { turnId: null, signal: never });
    const made = await summary(id);
    expect(made).toMatchObject({
      version: 1,
      author: { kind: 'system', user: null },
      parts: { goals: ['I need a flat in Paphos.'], generatedBy: 'rules', messageCount: 6 },
    });
    for (const fact of ['Layla Hassan', '450,000', 'Friday', 'two bedrooms', 'book a viewing'])
      expect(made?.content).toContain(fact);
    // No new messages: no summary is due.
    await summaries.summarizeIfDue(org.id, id, { turnId: null, signal: never });
    expect((await summary(id))?.version).toBe(1);
  });

  it('are created at once on request, even for a single message, and not again without new messages', async () => {
    const id = await say('I need a flat in Paphos.', 'What is your budget?');
    const run = { turnId: null, signal: never };
    await summaries.summarizeIfDue(org.id, id, run);
    expect(await summary(id)).toBeUndefined();
    await summaries.summarizeIfDue(org.id, id, { ...run, atOnce: true });
    await summaries.summarizeIfDue(org.id, id, { ...run, atOnce: true });
    expect((await summary(id))?.version).toBe(1);
  });

  it('use the standard tier if the flag model_router is off for the conversation', async () => {
    const ids = [await say('I need a flat.', 'Where?'), await say('I need a house.', 'Where?')];
    await org.setFlag('model_router', false, ids[1]);
    const made = [];
    for (const id of ids) {
      const { summaries: byModel } = withModel(parts({ goals: ['A home.'] }));
      await byModel.summarizeNow(org.id, id, never);
      made.push((await summary(id))?.parts?.['generatedBy']);
    }
    expect(made).toEqual(['gpt-6-luna', 'gpt-5.4-mini']);
  });

  it('leave turns without a reply to the next summary', async () => {
    const id = await say('My name is Layla Hassan.', 'Hello.');
    const waiting = await org.send({ conversationId: id, text: 'My budget is 450,000 euros.' });
    await summaries.summarizeNow(org.id, id, never);
    expect((await summary(id))?.content).not.toContain('450,000');
    turns.model.answer(() => ({ text: 'I will call on Monday.' }));
    await org.run(waiting.turnId, true);
    turns.clock.advance(1_000);
    await summaries.summarizeNow(org.id, id, never);
    expect((await summary(id))?.content).toMatch(/Layla Hassan[\s\S]*450,000[\s\S]*Monday/);
  });

  it('on request cover all messages, and report if there are none', async () => {
    const waiting = await org.send({ newConversation: true });
    await expect(summaries.summarizeNow(org.id, waiting.conversationId, never)).rejects.toThrow(
      NothingToSummarizeError,
    );
    const id = await say('I need a flat.', 'Where?');
    expect(await summaries.summarizeNow(org.id, id, never)).toBe(true);
    expect(await summaries.summarizeNow(org.id, id, never)).toBe(true);
    expect(await summary(id)).toMatchObject({ version: 1, parts: { messageCount: 2 } });
    await say('In Paphos.', 'What is your budget?', id);
    await summaries.summarizeNow(org.id, id, never);
    expect(await summary(id)).toMatchObject({ version: 2, parts: { messageCount: 4 } });
    const stranger = await turns.newOrg();
    expect(await summaries.summarizeNow(stranger.id, id, never)).toBe(false);
  });

  it('include in the next version a reply that arrived during the summary', async () => {
    const id = await say('My name is Layla Hassan.', 'Hello.');
    const late = async () => {
      turns.clock.advance(1_000);
      await org.execute(
        `INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
           SELECT org_id, $3, conversation_id, turn_id, turn_seq, 9, 'assistant', 'agent', $4, $5 FROM messages
            WHERE org_id = $1 AND conversation_id = $2 AND role = 'user'`,
        [id, randomUUID(), 'I will call you on Monday at 16:30.', turns.clock.now()],
      );
      turns.clock.advance(1_000);
    };
    const { tasks } = turns.ports;
    const run: ModelTasks['run'] = async (...asked) => {
      await late();
      return tasks.run(...asked);
    };
    const slow = new ConversationSummaries({ ...turns.ports, tasks: { run } as ModelTasks });
    await slow.summarizeNow(org.id, id, never);
    expect((await summary(id))?.content).not.toContain('16:30');
    await summaries.summarizeNow(org.id, id, never);
    expect((await summary(id))?.content).toMatch(/Layla Hassan[\s\S]*16:30/);
  });

  it('end with a whole turn if there are more messages than one run reads', async () => {
    const id = await say('My name is Layla Hassan.', 'Hello.');
    // One more reply in the first turn: of the last turn that is read only the question would be.
    await org.execute(
      `INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
         SELECT m.org_id, gen_random_uuid(), m.conversation_id, m.turn_id, 1 + (n + 1) / 2, 10 + n,
                CASE n % 2 WHEN 1 THEN 'user' ELSE 'assistant' END, CASE n % 2 WHEN 1 THEN 'contact' ELSE 'agent' END,
                CASE n WHEN 198 THEN 'I will call you at 16:30.' ELSE 'Fine, thank you.' END, m.created_at
           FROM messages m, generate_series(0, 299) AS n
          WHERE m.org_id = $1 AND m.conversation_id = $2 AND m.role = 'user'`,
      [id],
    );
    await summaries.summarizeNow(org.id, id, never);
    await summaries.summarizeNow(org.id, id, never);
    expect((await summary(id))?.content).toContain('16:30');
  });

  it('created twice at the same time are one version', async () => {
    const id = await say('I need a flat in Paphos.', 'Where?');
    await Promise.all(Array.from({ length: 6 }, () => summaries.summarizeNow(org.id, id, never)));
    expect((await summary(id))?.version).toBe(1);
  });

  it('are never queued because of artifacts', async () => {
    const id = await say('Hello', 'Hello.');
    for (const content of ['one', 'two', 'three', 'four', 'five', 'six'])
      await org.writeArtifact(id, markdown('brief'), content);
    await say('Thanks', 'Fine.', id);
    expect([asked(), await outbox()]).toEqual([0, []]);
  });

  it('can be switched off, and be queued after fewer messages', async () => {
    await org.replace({ SUMMARY_TRIGGER_MESSAGES: '0' });
    const id = await say('My name is Layla.', 'Hello.');
    for (const text of ['a', 'b', 'c']) await say(text, 'Fine.', id);
    expect(asked()).toBe(0);
    await org.replace({ SUMMARY_TRIGGER_MESSAGES: '2' });
    await say('My name is Layla.', 'Hello.');
    expect(asked()).toBe(1);
  });

  describe('by a model', () => {
    it('continue the previous one, and restore the facts that it drops', async () => {
      const id = await say(
        'My brother Nadim decides. My budget is 450,000 euros.',
        'I will call Nadim on Tuesday.',
      );
      const { model, summaries: modelled } = withModel(
        parts({ facts: ['Budget 450,000 euros'] }),
        parts({ goals: ['A flat'] }),
      );
      await modelled.summarizeNow(org.id, id, never);
      expect((await summary(id))?.content).toMatch(/Budget 450,000 euros[\s\S]*Nadim[\s\S]*Tuesday/);
      expect((await summary(id))?.parts).not.toMatchObject({ generatedBy: 'rules' });
      await say('We move on 12 March.', 'Noted.', id);
      await modelled.summarizeNow(org.id, id, never);
      const second = JSON.parse(model.requests.at(-1)?.messages[0]?.text ?? '{}') as {
        previous: object;
        messages: [];
      };
      expect(second.previous).toMatchObject({
        facts: expect.arrayContaining(['Budget 450,000 euros']) as unknown,
      });
      expect(second.messages).toHaveLength(2);
      for (const fact of ['A flat', '450,000', 'Nadim', 'Tuesday', '12 March'])
        expect((await summary(id))?.content).toContain(fact);
    });

    it('are shortened once by the model, and then cut below 400 words', async () => {
      const id = await say('My reference is REF-77.', 'Noted.');
      const long = parts({
        goals: Array.from({ length: 55 }, () => 'She would rather like to live somewhere nice and quiet.'),
      });
      const { model, summaries: modelled } = withModel(long, long);
      const spans = await spansDuring(() => modelled.summarizeNow(org.id, id, never));
      const span = spans.find(({ name }) => name.startsWith('task '));
      expect(span?.attributes).toMatchObject({
        [ATTRIBUTES.provider]: 'openai',
        [ATTRIBUTES.requestModel]: expect.stringContaining('gpt') as string,
        [ATTRIBUTES.inputTokens]: 200,
        [ATTRIBUTES.outputTokens]: 20,
      });
      expect(span?.attributes[ATTRIBUTES.costUsd]).toBeGreaterThan(0);
      expect(model.requests).toHaveLength(2);
      expect(JSON.parse(model.requests[1]?.messages[0]?.text ?? '{}')).toMatchObject({ shorten: true });
      const made = String((await summary(id))?.content);
      expect(countWords(made)).toBeLessThan(400);
      expect(made).toContain('REF-77');
    });

    it('that cannot be parsed do not change the old summary', async () => {
      const id = await say('My name is Layla.', 'Hello.');
      await summaries.summarizeNow(org.id, id, never);
      const before = await summary(id);
      await say('My budget is 450,000 euros.', 'Noted.', id);
      const { summaries: modelled } = withModel('no JSON', 'none either');
      await expect(modelled.summarizeNow(org.id, id, never)).rejects.toThrow('does not fit its schema');
      expect(await summary(id)).toEqual(before);
    });
  });

  it('of a pack are made by its own task, from its own artifacts', async () => {
    const pack = turns.registry.pack('alpha');
    if (!pack) throw new Error('no pack');
    const seen: unknown[] = [];
    const own = {
      ...pack,
      tasks: [
        {
          key: 'sum_up',
          taskType: 'summarization',
          instructions: 'Sum up.',
          input: summaryInput,
          output: summaryParts,
          rules: (input: { artifacts: unknown }) => {
            seen.push(input.artifacts);
            return { snapshot: ['A logger'], decisions: [] };
          },
        },
      ],
      summary: {
        task: 'sum_up',
        sections: [
          { part: 'snapshot', heading: { en: 'Snapshot', ar: 'لمحة' } },
          { part: 'decisions', heading: { en: 'Decisions', ar: 'القرارات' } },
        ],
        facts: 'snapshot',
        commitments: 'decisions',
        dropFirst: [],
        reads: ['bom'],
      },
    };
    const registry = { pack: () => own, task: () => own.tasks[0] };
    const id = await say('I build a logger.', 'Good.');
    await org.writeArtifact(id, markdown('bom'), 'ESP32');
    await new ConversationSummaries({ ...turns.ports, registry: registry as never }).summarizeNow(
      org.id,
      id,
      never,
    );
    expect((await summary(id))?.content).toBe('## Snapshot\n- A logger\n');
    expect(seen).toEqual([[{ kind: 'bom', version: 1, content: 'ESP32' }]]);
  });
});
