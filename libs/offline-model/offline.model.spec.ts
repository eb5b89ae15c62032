import type { ToolResult } from '#contracts';
import { alwaysOffered, fixtureHints } from './testing/estio-like.ts';
import { OfflineModel } from './offline.model.ts';
import { byName, request, turn } from './testing/run-turn.ts';

const NOTE = '(offline model: set GOOGLE_API_KEY, OPENAI_API_KEY or ANTHROPIC_API_KEY for a real one)';

describe('replies', () => {
  it('words the result by template and says once that it is the offline model', async () => {
    const first = await turn('Villa in Paphos for sale below 100k', {
      execute: () => ({ success: true, data: { total: 0, items: [] } }),
    });
    expect(first.reply).toBe(`Nothing matches. Try a higher price.\n\n${NOTE}`);
    const second = await turn('Find flats in Larnaca', { history: first.messages });
    expect(second.reply).toBe('1 matches: Flat in Tala (€190000).');
  });

  it('says nothing of itself where it stands in for another model', async () => {
    const model = new OfflineModel(fixtureHints(), false);
    const { text } = await model.generate(request([{ role: 'user', text: 'Thank you' }], []));
    expect(text).not.toContain('offline model');
    expect(text).not.toBe('');
  });

  it('answers in Arabic where the template does, and in English for other languages', async () => {
    const arabic = await turn('هل توجد فيلا للإيجار في لارنكا؟');
    expect(arabic.reply).toMatch(/^عدد العقارات المطابقة: 1\.\n\n\(نموذج غير متصل: .*OPENAI_API_KEY/);
    const greek = await turn('Villa στην Πάφο: for sale in Πάφος');
    expect(greek.reply).toContain('1 matches');
  });

  it('speaks what a routine of the pack replies, too', async () => {
    const hints = {
      ...fixtureHints(),
      routines: () => [() => ({ reply: 'The parts:\n- a **board**\n- a probe' })],
    };
    const said = async (channel: 'chat' | 'voice') =>
      (await turn('Parts, please', { hints, more: { channel } })).reply;
    expect(await said('voice')).toBe(`The parts: a board, a probe.\n\n${NOTE}`);
    expect(await said('chat')).toBe(`The parts:\n- a **board**\n- a probe\n\n${NOTE}`);
  });

  describe('what is attached', () => {
    const attached = [{ name: 'wishes.txt', mediaType: 'text/plain', text: 'A villa with a pool.' }];
    const UNREAD =
      'I have not read what is attached: without a real model attachments are not read. Please write what counts into the message.';

    it('is said to be unread, in the language of the message, and only of the message that has it', async () => {
      const first = await turn('Find flats in Paphos', { more: { attached } });
      expect(first.reply).toBe(`1 matches: Flat in Tala (€190000).\n\n${UNREAD}\n\n${NOTE}`);
      const again = await turn('Find flats in Larnaca', { history: first.messages, more: { attached } });
      expect(again.reply.split(UNREAD)).toHaveLength(2);
      const without = await turn('Find flats in Limassol', { history: first.messages });
      expect(without.reply).not.toContain('attach');
      const arabic = await turn('هل توجد فيلا للإيجار في لارنكا؟', { more: { attached } });
      expect(arabic.reply).toContain('لم أقرأ المرفقات');
    });

    it('is said to be out of reach, and why, without what is nobody’s business', async () => {
      const problem =
        '127.0.0.1 is not a public internet address. Private and local addresses are refused. Who operates this installation can allow it: 127.0.0.1 in HTTP_ALLOW_HOSTS, and a restart.';
      const refused = [{ name: 'x.pdf', mediaType: null, problem }];
      const english = await turn('Find flats in Paphos', { more: { attached: refused } });
      expect(english.reply).toContain('“x.pdf” could not be read: its address is not on the public internet');
      expect(english.reply).not.toMatch(/HTTP_ALLOW_HOSTS|127\.0\.0\.1/);
      expect(english.reply).not.toContain(UNREAD);
      const arabic = await turn('هل توجد فيلا للإيجار في لارنكا؟', { more: { attached: refused } });
      expect(arabic.reply).toContain('تعذرت قراءة «x.pdf»: عنوانه ليس على الإنترنت العام');
      const both = await turn('Find flats in Paphos', { more: { attached: [...refused, ...attached] } });
      expect(both.reply).toContain(UNREAD);
      const unknown = [{ name: 'x.pdf', mediaType: null, problem: 'strange.' }];
      const strange = await turn('Find flats in Paphos', { more: { attached: unknown } });
      expect(strange.reply).toContain('“x.pdf” could not be read.');
    });

    it('is said to be unread by the reply of a routine, but for one that reads it', async () => {
      const said = async (readsAttached: boolean) => {
        const reply = { reply: 'The parts.', ...(readsAttached && { readsAttached }) };
        const hints = { ...fixtureHints(), routines: () => [() => reply] };
        return (await turn('Parts, please', { hints, more: { attached } })).reply;
      };
      expect(await said(false)).toContain(UNREAD);
      expect(await said(true)).not.toContain(UNREAD);
    });
  });

  it('tells failures as they are, with what helps', async () => {
    const failing = (result: Omit<ToolResult, 'success'>, userId: string | null = null) =>
      turn('Find flats in Paphos', { execute: () => ({ success: false, ...result }), more: { userId } });
    const unknown = await failing({
      error: 'The district Pafoz is not known.',
      errorClass: 'VALIDATION_FAILED',
      data: { suggestions: ['Paphos', { name: 'Kato Paphos' }] },
    });
    expect(unknown.reply).toContain(
      'That did not work: The district Pafoz is not known. Possible instead: Paphos, Kato Paphos.',
    );
    const unset: Omit<ToolResult, 'success'> = {
      error: 'Search is not configured.',
      errorClass: 'NOT_CONFIGURED',
      data: { missingSettings: ['SEARCH_API_URL'] },
    };
    expect((await failing(unset, 'agent-01')).reply).toContain('To set: SEARCH_API_URL.');
    const { reply } = await failing(unset);
    expect(reply).toContain('I cannot do that here yet');
    expect(reply).not.toContain('SEARCH_API_URL');
    const lacking = await failing({
      error: 'The contract lacks facts.',
      errorClass: 'PRECONDITION_FAILED',
      data: { missing: ['buyer.identityNumber'] },
    });
    expect(lacking.reply).toContain('Still missing: buyer.identityNumber.');
    expect(lacking.rounds).toBe(2);
  });

  it('calls sample data sample data', async () => {
    const run = await turn('Find flats in Paphos', {
      execute: () => ({ success: true, data: { total: 0, items: [], sample: true } }),
    });
    expect(run.reply).toContain('This is sample data.');
  });

  it('is honest without tools', async () => {
    const run = await turn('Who won the cup?', { names: [] });
    expect(run).toMatchObject({
      calls: [],
      reply: expect.stringContaining('I have no tools in this conversation'),
    });
  });

  it('answers from what it has when the last call comes without tools', async () => {
    const run = await turn('Find flats in Paphos');
    const last = await new OfflineModel(fixtureHints()).generate(request(run.messages.slice(0, 3), []));
    expect(last.text).toContain('Flat in Tala');
  });
});

describe('several steps', () => {
  it('handles requests joined by "and then" in order', async () => {
    const run = await turn('Find villas in Paphos under 500k and then remember that she wants a pool');
    expect(run.calls).toEqual([
      ['search_properties', expect.objectContaining({ district: 'Paphos', maxPrice: 500_000 })],
      ['store_insight', expect.objectContaining({ text: 'she wants a pool' })],
    ]);
    expect(run.reply).toMatch(/1 matches[\s\S]*Noted\./);
  });

  it('does not tear one request apart', async () => {
    const run = await turn('Remember that she also wants a pool');
    expect(run.calls).toEqual([
      ['store_insight', expect.objectContaining({ text: 'she also wants a pool' })],
    ]);
  });

  it('repeats the last call with what is new when a message only points back', async () => {
    const first = await turn('2 bedroom rentals in Larnaca up to 1,200 a month');
    const second = await turn('Now the same for Paphos', { history: first.messages });
    expect(second.calls).toEqual([
      ['search_properties', { district: 'Paphos', bedrooms: 2, maxPrice: 1_200, dealType: 'rent' }],
    ]);
    const third = await turn('and in Limassol?', { history: second.messages });
    expect(third.calls[0]?.[1]).toMatchObject({ district: 'Limassol', bedrooms: 2 });
    const arabic = await turn('نفس الشيء في نيقوسيا', { history: first.messages });
    expect(arabic.calls[0]?.[1]).toMatchObject({ district: 'Nicosia', bedrooms: 2 });
  });

  it('searches for a tool, uses what was found, and only then answers', async () => {
    const run = await turn(
      'What would the monthly instalment be on 200,000 with 30% down over 25 years at 4%?',
      {
        execute: (name) =>
          name === 'tool_search'
            ? { success: true, data: { tools: [{ name: 'calculate_mortgage', score: 0.8 }] } }
            : byName(name, {}),
      },
    );
    expect(run.calls.map(([name]) => name)).toEqual(['tool_search', 'calculate_mortgage']);
    expect(run.calls[0]?.[1]).toMatchObject({ query: expect.stringContaining('monthly instalment') });
    expect(run.calls[1]?.[1]).toEqual({
      price: 200_000,
      downPaymentPct: 30,
      annualRatePct: 4,
      termYears: 25,
    });
    expect(run.reply).toContain('738.97');
    expect(run.reply).not.toContain('I searched');
  });

  it('says so when no tool is found', async () => {
    const run = await turn('Translate the brochure into Klingon', {
      execute: () => ({ success: true, data: { tools: [] } }),
    });
    expect(run.calls.map(([name]) => name)).toEqual(['tool_search']);
    expect(run.reply).toContain('I cannot do that here: I looked for a way and found none.');
  });

  it('asks for a missing argument and goes on with the next message', async () => {
    const names = ['calculate_mortgage', 'search_properties'];
    const first = await turn('What would the monthly loan instalment be over 20 years at 4%?', { names });
    expect(first.calls).toEqual([]);
    expect(first.reply).toBe(`What does it cost?\n\n${NOTE}`);
    const second = await turn('280 thousand', { names, history: first.messages });
    expect(second.calls).toEqual([
      ['calculate_mortgage', { price: 280_000, termYears: 20, annualRatePct: 4 }],
    ]);
  });

  it('lets go of its question when the subject changes', async () => {
    const names = ['calculate_mortgage', ...alwaysOffered];
    const first = await turn('What would the monthly loan instalment be over 20 years at 4%?', { names });
    const second = await turn('Find villas for sale in Paphos', { names, history: first.messages });
    expect(second.calls[0]?.[0]).toBe('search_properties');
  });

  it('asks for the contact where there is none', async () => {
    const run = await turn('Remember that she enjoys a view of the sea', { more: { contactId: null } });
    expect(run.calls).toEqual([]);
    expect(run.reply).toContain('contact id');
  });

  it('follows chains, and stops where a step fails', async () => {
    const chained = (): ReturnType<typeof fixtureHints> => {
      const hints = fixtureHints();
      return {
        ...hints,
        tool: (name) => {
          const tool = hints.tool(name);
          if (name !== 'search_properties' || !tool?.hints) return tool;
          return {
            ...tool,
            hints: { ...tool.hints, chain: { before: ['retrieve_context'], after: ['draft_reply'] } },
          };
        },
      };
    };
    const done = await turn('Find villas in Paphos', { hints: chained() });
    expect(done.calls.map(([name]) => name)).toEqual([
      'retrieve_context',
      'search_properties',
      'draft_reply',
    ]);
    expect(done.reply).toBe(`1 matches: Flat in Tala (€190000).\n\n${NOTE}`);
    const failed = await turn('Find villas in Paphos', {
      hints: chained(),
      execute: (name) =>
        name === 'search_properties'
          ? { success: false, error: 'No.', errorClass: 'INTERNAL' }
          : byName(name, {}),
    });
    expect(failed.calls.map(([name]) => name)).toEqual(['retrieve_context', 'search_properties']);
    expect(failed.reply).toContain('That did not work: No.');
  });
});

describe('the interface', () => {
  it('gives the same answer to the same conversation', async () => {
    const one = await turn('Find villas in Paphos and then remember that she wants a pool');
    const other = await turn('Find villas in Paphos and then remember that she wants a pool');
    expect(other).toEqual(one);
  });

  it('streams its text in pieces and counts tokens', async () => {
    const run = await turn('Hello there!');
    const pieces: string[] = [];
    const model = new OfflineModel(fixtureHints());
    const result = await model.generate({
      ...request([{ role: 'user', text: 'Hello there!' }], alwaysOffered),
      onText: (piece) => pieces.push(piece),
    });
    expect(result.text).toBe(run.reply);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(result.text);
    expect(result.usage.promptTokens).toBeGreaterThan(500);
    expect(result.usage.completionTokens).toBeGreaterThan(10);
  });

  it('refuses free JSON and honours the abort signal', async () => {
    const model = new OfflineModel();
    const plain = request([{ role: 'user', text: 'Hi' }], []);
    await expect(
      model.generate({ ...plain, responseSchema: { name: 'x', schema: {} } }),
    ).rejects.toMatchObject({ errorClass: 'NOT_CONFIGURED' });
    await expect(
      model.generate({ ...plain, signal: AbortSignal.abort(new Error('cancelled')) }),
    ).rejects.toThrow('cancelled');
  });

  it('uses a tool that no pack describes by its schema alone', async () => {
    const weather = {
      name: 'get_weather',
      description: 'Current weather and forecast of a city',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, units: { type: 'string', enum: ['metric', 'imperial'] } },
        required: ['city'],
      },
    };
    const model = new OfflineModel();
    const asked = {
      ...request([{ role: 'user', text: 'What is the weather in Paphos in metric units?' }], []),
      tools: [weather],
    };
    const { toolCalls } = await model.generate(asked);
    expect(toolCalls).toEqual([
      { id: 'offline_1', name: 'get_weather', arguments: { city: 'Paphos', units: 'metric' } },
    ]);
  });
});
