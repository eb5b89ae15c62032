import { z } from 'zod';
import type { ToolResult } from '#contracts';
import type { GenerateRequest, ModelMessage, TurnFacts } from '../language-model.ts';
import { alwaysOffered, fixtureHints, modelTools, toolDefinition } from './estio-like.fixture.ts';
import { OfflineModel } from './offline.model.ts';

const facts: TurnFacts = {
  orgId: 'org',
  pack: 'estio',
  agent: 'searcher',
  contactId: 'contact-015',
  conversationId: 'conversation',
  userId: null,
  channel: 'chat',
  language: 'en',
  timezone: 'Asia/Nicosia',
  now: new Date('2026-11-23T07:00:00Z'),
};
const NOTE = '(offline model: set OPENAI_API_KEY for a real one)';

type Execute = (name: string, input: Record<string, unknown>) => ToolResult;
interface Run {
  calls: [name: string, input: Record<string, unknown>][];
  reply: string;
  messages: ModelMessage[];
  rounds: number;
}

const results: Record<string, ToolResult> = {
  search_properties: {
    success: true,
    data: { total: 1, items: [{ title: 'Flat in Tala', price: 190_000 }] },
  },
  store_insight: { success: true, data: { deduplicated: false } },
  retrieve_context: { success: true, data: { insights: [{ text: 'enjoys a view of the sea' }] } },
  calculate_mortgage: { success: true, data: { monthlyPayment: 738.97 } },
};
const byName: Execute = (name) => results[name] ?? { success: true, data: {} };

/** Runs one turn as the turn loop does: model, tools, model, until it answers in text. */
async function turn(
  text: string,
  {
    history = [],
    execute = byName,
    names = alwaysOffered,
    more = {},
    hints = fixtureHints(),
  }: {
    history?: ModelMessage[];
    execute?: Execute;
    names?: string[];
    more?: Partial<TurnFacts>;
    hints?: ReturnType<typeof fixtureHints>;
  } = {},
): Promise<Run> {
  const model = new OfflineModel(hints);
  const messages: ModelMessage[] = [...history, { role: 'user', text }];
  const offered = new Set(names);
  const calls: Run['calls'] = [];
  for (let rounds = 1; ; rounds += 1) {
    expect(rounds).toBeLessThanOrEqual(6);
    const result = await model.generate(request(messages, [...offered], more));
    messages.push({ role: 'assistant', text: result.text, toolCalls: result.toolCalls });
    if (result.toolCalls.length === 0) return { calls, reply: result.text, messages, rounds };
    for (const call of result.toolCalls) {
      const input = toolDefinition(call.name).input.safeParse(call.arguments);
      expect(input.error && z.prettifyError(input.error)).toBeUndefined();
      calls.push([call.name, call.arguments]);
      const answer = execute(call.name, call.arguments);
      const found = (answer.data as { tools?: { name: string }[] } | undefined)?.tools ?? [];
      for (const { name } of found) offered.add(name);
      messages.push({ role: 'tool', toolCallId: call.id, name: call.name, text: JSON.stringify(answer) });
    }
  }
}

function request(messages: ModelMessage[], names: string[], more: Partial<TurnFacts> = {}): GenerateRequest {
  return {
    model: 'offline-standard',
    system: 'You work for a Cyprus estate agency.',
    messages,
    tools: modelTools(names),
    signal: new AbortController().signal,
    facts: { ...facts, ...more },
  };
}

describe('scenarios of the estio pack', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['Any flats for her in Paphos below 200k, close to the beach?', 'search_properties', { district: 'Paphos', propertyType: 'Apartment', maxPrice: 200_000 }],
    ['My budget is up to 250k, three bedrooms, Larnaca', 'update_requirements', { contactId: 'contact-015', maxPrice: 250_000, bedrooms: '3', district: 'Larnaca' }],
    ['2 bedroom rentals in Larnaca up to 1,200 a month', 'search_properties', { district: 'Larnaca', bedrooms: 2, maxPrice: 1_200, dealType: 'rent' }],
    ['Villa in Paphos for sale below 100k', 'search_properties', { district: 'Paphos', propertyType: 'Villa', maxPrice: 100_000, dealType: 'sale' }],
    ['ابحث عن شقة للبيع في ليماسول بأقل من 400 ألف وبغرفتين', 'search_properties', { district: 'Limassol', propertyType: 'Apartment', dealType: 'sale', maxPrice: 400_000, bedrooms: 2 }],
    ['أريد شقة للبيع في بافوس بحدود 200 ألف يورو', 'search_properties', { district: 'Paphos', propertyType: 'Apartment', dealType: 'sale', maxPrice: 200_000 }],
    ['Find 2 bedroom apartments in Paphos under 200k near the sea', 'search_properties', { district: 'Paphos', propertyType: 'Apartment', bedrooms: 2, maxPrice: 200_000 }],
    ['Remember that she enjoys a view of the sea', 'store_insight', { contactId: 'contact-015', text: 'she enjoys a view of the sea', category: 'preference' }],
    ['Which views does the client enjoy?', 'retrieve_context', { contactId: 'contact-015', query: 'Which views does the client enjoy?', limit: 5 }],
    ['It is too expensive for us honestly', 'store_insight', { contactId: 'contact-015', text: 'It is too expensive for us honestly', category: 'objection' }],
    ['Could you please add support for WhatsApp?', 'request_feature', { description: 'Could you please add support for WhatsApp?', title: expect.any(String) }],
  ])('%s', async (text, tool, input) => {
    const { calls, rounds } = await turn(text);
    expect(calls).toEqual([[tool, input]]);
    expect(rounds).toBe(2);
  }); // prettier-ignore
});

describe('utterances of the tool cards, each without itself among the examples', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['Show me three-bedroom houses around Nicosia', 'search_properties', { bedrooms: 3, propertyType: 'House', district: 'Nicosia' }],
    ['Anything to rent near Finikoudes for less than 900?', 'search_properties', { dealType: 'rent', district: 'Finikoudes', maxPrice: 900 }],
    ['We want a villa in Coral Bay', 'search_properties', { propertyType: 'Villa', district: 'Coral Bay' }],
    ['هل توجد فيلا للإيجار في لارنكا؟', 'search_properties', { propertyType: 'Villa', dealType: 'rent', district: 'Larnaca' }],
    ['My ceiling is 320 thousand now', 'update_requirements', { maxPrice: 320_000 }],
    ['Mark this lead as qualified', 'update_requirements', { status: 'qualified' }],
    ['They changed their mind, Larnaca instead of Limassol', 'update_requirements', { district: 'Larnaca' }],
    ['ميزانيتي القصوى 250 ألف وأحتاج ثلاث غرف نوم', 'update_requirements', { maxPrice: 250_000, bedrooms: '3' }],
    ['غيّر المنطقة المطلوبة إلى ليماسول', 'update_requirements', { district: 'Limassol' }],
    ['Note that she needs a separate home office', 'store_insight', { text: 'she needs a separate home office', category: 'preference' }],
    ['Remember he has to move before September', 'store_insight', { text: 'he has to move before September', category: 'timeline' }],
    ['Keep in mind the brother makes the decision', 'store_insight', { text: 'the brother makes the decision', category: 'relationship' }],
    ['سجل أن العميل يفضل الطابق الأرضي', 'store_insight', { text: 'العميل يفضل الطابق الأرضي' }],
    ['تذكر أنه سينتقل بسبب مدارس الأولاد', 'store_insight', { text: 'سينتقل بسبب مدارس الأولاد', category: 'motivation' }],
    ['What do we know about her taste in kitchens?', 'retrieve_context', { query: 'What do we know about her taste in kitchens?' }],
    ['Has this buyer mentioned any deadline?', 'retrieve_context', {}],
    ['Remind me why he turned down the last flat', 'retrieve_context', {}],
    ['ماذا يفضل هذا العميل؟', 'retrieve_context', { query: 'ماذا يفضل هذا العميل؟' }],
    ['هل ذكر العميل موعدا نهائيا للشراء؟', 'retrieve_context', {}],
    ['Write back to her about those two flats', 'draft_reply', {}],
    ['Log that I rang him and got no answer', 'log_activity', { type: 'call' }],
    ['How many conversations did we close last month?', 'query_org_data', { dataset: 'conversations' }],
  ])('%s', async (text, tool, input) => {
    const { calls } = await turn(text, { hints: fixtureHints(text) });
    expect(calls).toEqual([[tool, expect.objectContaining(input)]]);
  }); // prettier-ignore
});

describe('replies', () => {
  it('words the result by template and says once that it is the offline model', async () => {
    const first = await turn('Villa in Paphos for sale below 100k', {
      execute: () => ({ success: true, data: { total: 0, items: [] } }),
    });
    expect(first.reply).toBe(`Nothing matches. Try a higher price.\n\n${NOTE}`);
    const second = await turn('Find flats in Larnaca', { history: first.messages });
    expect(second.reply).toBe('1 matches: Flat in Tala (€190000).');
  });

  it('answers in Arabic where the template does, and in English for other languages', async () => {
    const arabic = await turn('هل توجد فيلا للإيجار في لارنكا؟');
    expect(arabic.reply).toMatch(/^عدد العقارات المطابقة: 1\.\n\n\(نموذج غير متصل: .*OPENAI_API_KEY/);
    const greek = await turn('Villa στην Πάφο: for sale in Πάφος');
    expect(greek.reply).toContain('1 matches');
  });

  it('tells failures as they are, with what helps', async () => {
    const failing = (result: Omit<ToolResult, 'success'>) =>
      turn('Find flats in Paphos', { execute: () => ({ success: false, ...result }) });
    const unknown = await failing({
      error: 'The district Pafoz is not known.',
      errorClass: 'VALIDATION_FAILED',
      data: { suggestions: ['Paphos', { name: 'Kato Paphos' }] },
    });
    expect(unknown.reply).toContain(
      'That did not work: The district Pafoz is not known. Possible instead: Paphos, Kato Paphos.',
    );
    const unset = await failing({
      error: 'Search is not configured.',
      errorClass: 'NOT_CONFIGURED',
      data: { missingSettings: ['SEARCH_API_URL'] },
    });
    expect(unset.reply).toContain('To set: SEARCH_API_URL.');
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

  it('greets without calling anything, and says what it can do', async () => {
    const run = await turn('Hello there!');
    expect(run.calls).toEqual([]);
    expect(run.reply).toContain('Searches listed properties');
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
    expect(run.reply).toContain('I looked for a tool that can do this and found none.');
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
