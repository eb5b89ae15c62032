import { randomUUID } from 'node:crypto';
import { dayIn } from '#text';
import { Insight, InsightService } from '#memory';
import { OfflineEmbedder } from '#models';
import { ATTRIBUTES } from '#telemetry';
import { platformTools } from '#tools';
import { spansDuring } from '../../testing/recorded-spans.ts';
import { scriptedTasks } from '../../testing/scripted-model.ts';
import { useOrg } from '../../testing/test-org.fixture.ts';
import { testPack, useTurns } from '../../testing/turns.fixture.ts';
import { InsightExtraction } from './insight-extraction.service.ts';

const DAY_MS = 86_400_000;

describe('the extraction of insights', () => {
  let memory: InsightService;
  const remembering = testPack('alpha', []);
  remembering.agents[0]?.tools.push('store_insight', 'retrieve_context');
  const turnpike = useTurns([remembering], { platform: platformTools });
  const org = useOrg(turnpike);
  beforeAll(() => {
    memory = new InsightService(turnpike.database, new OfflineEmbedder(), turnpike.clock);
  });

  /** What a model would answer; by rules when absent. */
  function extraction(answer?: (input: never) => object) {
    const { database, clock, ports, orgs } = turnpike;
    const { flags } = ports;
    const tasks = answer
      ? {
          run: async (_task: unknown, input: unknown) => ({
            output: answer(input as never),
            generatedBy: 'm',
          }),
        }
      : ports.tasks;
    return new InsightExtraction({
      database,
      clock,
      memory,
      orgs,
      flags,
      tasks: tasks as typeof ports.tasks,
    });
  }
  const runs = new AbortController().signal;
  const rows = () =>
    org.query<Insight & { source_message_id: string; superseded_by_id: string | null }>(
      'SELECT * FROM insights WHERE org_id = $1 ORDER BY created_at, id',
    );
  const messageIdOf = async (turnId: string) => {
    const [row] = await org.query<{ id: string }>(
      `SELECT id FROM messages WHERE org_id = $1 AND turn_id = $2 AND role = 'user'`,
      [turnId],
    );
    return row?.id;
  };
  const queuedTurns = async () => {
    const tasks = await org.query<{ turnId: string }>(
      `SELECT turn_id AS "turnId" FROM outbox_tasks WHERE org_id = $1 AND job = 'extract-insights'`,
    );
    return tasks.map(({ turnId }) => turnId);
  };

  it('is queued after a turn in which a contact states something', async () => {
    const [told, asked] = [
      await org.send({ text: 'My wife hates open kitchens.' }),
      await org.send({ text: 'Do you have houses?', contact: 'bob' }),
    ];
    for (const { turnId } of [told, asked]) await org.run(turnId);
    expect(await queuedTurns()).toEqual([told.turnId]);
  });

  it('stores statements by rules, with their message, and once', async () => {
    const { turnId, conversationId } = await org.send({
      text: 'Hi! My wife hates open kitchens. Any houses?',
    });
    await extraction().extract(org.id, { conversationId, turnId }, runs);
    await extraction().extract(org.id, { conversationId, turnId }, runs);
    expect(await rows()).toEqual([
      expect.objectContaining({
        text: 'My wife hates open kitchens.',
        contact_id: 'ann',
        conversation_id: conversationId,
        source: 'agent_extracted',
        source_message_id: await messageIdOf(turnId),
      }),
    ]);
  });

  it('orders statements by the time of their messages if an older message is processed later', async () => {
    const say = async (text: string) => {
      turnpike.clock.advance(60_000);
      return org.send({ text });
    };
    const older = await say('My budget must be below 250k, because my bank says so.');
    const olderSaidAt = turnpike.clock.now();
    const newer = await say('My budget must be below 300k, because my bank agreed.');
    turnpike.clock.advance(3_600_000);
    for (const turn of [newer, older, newer, older]) {
      turnpike.clock.advance(1_000);
      await extraction().extract(org.id, turn, runs);
    }
    const [first, second, ...more] = await rows();
    expect(more).toEqual([]);
    expect([first, second]).toEqual([
      expect.objectContaining({ text: expect.stringContaining('300k') as string, superseded_by_id: null }),
      expect.objectContaining({
        text: expect.stringContaining('250k') as string,
        superseded_by_id: first?.id,
        said_at: olderSaidAt,
        said_turn: 1,
        said_by: 'contact',
        valid_until: new Date(olderSaidAt.getTime() + 60_000),
      }),
    ]);
    const recalled = await memory.retrieve({ orgId: org.id, contactId: 'ann', text: 'budget', limit: 5 });
    expect(recalled.map(({ id }) => id)).toEqual([first?.id]);
  });

  it('counts days in the time zone of the org: the day of the message, and the end of the last day', async () => {
    const timezone = 'Pacific/Kiritimati';
    await org.replace({ ORG_TIMEZONE: timezone });
    // Noon in UTC, when it is the next day in the zone.
    turnpike.clock.advance(DAY_MS - (turnpike.clock.now().getTime() % DAY_MS) + DAY_MS / 2);
    const turn = await org.send({ text: 'Our budget is 300k until today' });
    const days: string[] = [];
    await extraction(({ today }: { today: string }) => {
      days.push(today);
      const told = { text: 'Our budget is 300k', category: 'preference', importance: 5, replaces: [] };
      return { insights: [{ ...told, until: today }] };
    }).extract(org.id, turn, runs);
    expect(days).toEqual([dayIn(timezone, turnpike.clock.now())]);
    const [kept] = await rows();
    expect((kept as { expires_at?: Date } | undefined)?.expires_at).toEqual(
      new Date(`${days[0]}T23:59:59+14:00`),
    );
  });

  it('passes the day of the message to the model, and keeps expired insights that replace others', async () => {
    turnpike.clock.advance(60_000);
    const [old, turn] = [
      await org.send({ text: 'Our budget is 250k' }),
      await org.send({ text: 'Our budget is 300k until tomorrow' }),
    ];
    const saidOn = turnpike.clock.now();
    const until = new Date(saidOn.getTime() + DAY_MS).toISOString().slice(0, 10);
    turnpike.clock.advance(3 * DAY_MS);
    const days: string[] = [];
    const reads = (text: string, expires: string | null) =>
      extraction(({ today }: { today: string }) => {
        days.push(today);
        const usual = { category: 'preference', importance: 5, replaces: [] };
        return { insights: [{ ...usual, text, until: expires }] };
      });
    await reads('Our budget is 300k', until).extract(org.id, turn, runs);
    await reads('Our budget is 250k', null).extract(org.id, old, runs);
    expect(new Set(days)).toEqual(new Set([saidOn.toISOString().slice(0, 10)]));
    expect(await memory.retrieve({ orgId: org.id, contactId: 'ann', text: 'budget', limit: 5 })).toEqual([]);
  });

  it('accepts only insights that the message supports, and supersedes those that the model names', async () => {
    const embedded = await memory.embed(org.id, 'Lives in a small flat by the harbour');
    const old = await org.transact((tx) =>
      memory.store(
        tx,
        {
          contactId: 'ann',
          text: embedded.text,
          category: 'preference',
          importance: 5,
          source: 'user_noted',
        },
        embedded,
      ),
    );
    const { turnId, conversationId } = await org.send({
      text: 'We sold the flat by the harbour and moved to the mountains. Budget 300000.',
    });
    turnpike.clock.advance(1_000);
    const usual = { category: 'preference', importance: 6, until: null };
    const seen: unknown[] = [];
    const model = extraction((input) => {
      seen.push(input);
      return {
        insights: [
          {
            ...usual,
            text: 'Sold the harbour flat, lives in the mountains',
            replaces: [old.id, randomUUID()],
          },
          { ...usual, text: 'Dreams of owning horses', replaces: [] },
          { ...usual, text: 'Budget of 350000', replaces: [] },
          { ...usual, text: 'Moved to the mountains, passport K01234567', replaces: [] },
          { ...usual, text: 'Budget 300000 was named', replaces: [], until: '2000-01-01' },
        ],
      };
    });
    await model.extract(org.id, { conversationId, turnId }, runs);
    expect(seen).toEqual([
      expect.objectContaining({ known: [{ id: old.id, text: 'Lives in a small flat by the harbour' }] }),
    ]);
    const [first, second, ...more] = await rows();
    expect([first?.text, second?.text, more]).toEqual([
      'Lives in a small flat by the harbour',
      'Sold the harbour flat, lives in the mountains',
      [],
    ]);
    expect(first?.superseded_by_id).toBe(second?.id);
  });

  it('records the model, its tokens and its cost on the span', async () => {
    const { turnId, conversationId } = await org.send({ text: 'I hate open kitchens.' });
    const { database, clock, orgs, ports } = turnpike;
    const { tasks } = scriptedTasks(['{"insights":[]}']);
    const extracting = new InsightExtraction({ database, clock, memory, orgs, flags: ports.flags, tasks });
    const spans = await spansDuring(() => extracting.extract(org.id, { conversationId, turnId }, runs));
    const span = spans.find(({ name }) => name.startsWith('task '));
    expect(span?.attributes).toMatchObject({
      [ATTRIBUTES.provider]: 'openai',
      [ATTRIBUTES.requestModel]: expect.stringContaining('gpt') as string,
      [ATTRIBUTES.inputTokens]: 100,
      [ATTRIBUTES.outputTokens]: 10,
    });
    expect(span?.attributes[ATTRIBUTES.costUsd]).toBeGreaterThan(0);
  });

  it('stores nothing from a message that was erased in the meantime', async () => {
    const { turnId, conversationId } = await org.send({ text: 'I hate open kitchens.' });
    const erase = () =>
      org.executeUnscoped('DELETE FROM messages WHERE org_id = $1 AND turn_id = $2', [org.id, turnId]);
    const late = extraction(() => ({
      insights: [
        { text: 'Hates open kitchens', category: 'preference', importance: 5, replaces: [], until: null },
      ],
    }));
    const embed = memory.embed.bind(memory);
    const spy = jest.spyOn(memory, 'embed').mockImplementation(async (orgId, text) => {
      if (text === 'Hates open kitchens') await erase();
      return embed(orgId, text);
    });
    await late.extract(org.id, { conversationId, turnId }, runs);
    spy.mockRestore();
    expect(await rows()).toEqual([]);
    await extraction().extract(org.id, { conversationId, turnId }, runs);
    expect(await rows()).toEqual([]);
  });

  describe('if the flag semantic_memory is off', () => {
    const text = 'My wife hates open kitchens.';

    it('is not queued', async () => {
      await org.setFlag('semantic_memory', false);
      const silent = await org.send({ text });
      await org.run(silent.turnId, true);
      expect(await queuedTurns()).toEqual([]);
      // A conversation may have it nevertheless.
      const tried = await org.send({ text, newConversation: true });
      await org.setFlag('semantic_memory', true, tried.conversationId);
      await org.run(tried.turnId, true);
      expect(await queuedTurns()).toEqual([tried.turnId]);
    });

    it('calls no model and stores nothing if the flag was switched off while the job waited', async () => {
      const { turnId, conversationId } = await org.send({ text });
      await org.setFlag('semantic_memory', false, conversationId);
      let asked = 0;
      const extracting = extraction(() => {
        asked += 1;
        return { insights: [] };
      });
      await extracting.extract(org.id, { conversationId, turnId }, runs);
      await extraction().extract(org.id, { conversationId, turnId }, runs);
      expect([asked, await rows()]).toEqual([0, []]);
    });

    it('does not affect the memory tools', async () => {
      await org.setFlag('semantic_memory', false);
      turnpike.ports.memory = memory;
      const { turnId } = await org.send({ text: 'Remember that.' });
      const insight = { contactId: 'ann', text: 'Hates open kitchens', category: 'preference' };
      turnpike.model.answer(
        () => ({ toolCalls: [{ id: 'a', name: 'store_insight', arguments: insight }] }),
        () => ({
          toolCalls: [
            { id: 'b', name: 'retrieve_context', arguments: { contactId: 'ann', query: 'kitchens' } },
          ],
        }),
      );
      const saidAt = turnpike.clock.now();
      turnpike.clock.advance(3_600_000);
      await org.run(turnId, true);
      expect(await rows()).toEqual([
        expect.objectContaining({
          text: 'Hates open kitchens',
          source_message_id: await messageIdOf(turnId),
          said_at: saidAt,
          said_by: 'contact',
        }),
      ]);
      expect(turnpike.model.requests.at(-1)?.messages.at(-1)).toMatchObject({
        role: 'tool',
        text: expect.stringContaining('Hates open kitchens'),
      });
    });
  });
});
