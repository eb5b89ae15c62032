import fc from 'fast-check';
import { workMs } from '../../test/harness/work-ms.ts';
import type { ModelMessage, TurnFacts } from '#models';
import { alwaysOffered, fixtureHints, modelTools } from './testing/estio-like.ts';
import { OfflineModel } from './offline.model.ts';

const MAX_WORK_MS = 10_000;
const facts: TurnFacts = {
  orgId: 'org',
  pack: 'estio',
  agent: 'searcher',
  contactId: 'contact-015',
  conversationId: null,
  userId: null,
  channel: 'chat',
  language: 'en',
  timezone: 'Asia/Nicosia',
  now: new Date('2026-11-23T07:00:00Z'),
};
const model = new OfflineModel(fixtureHints());
const tools = modelTools([...alwaysOffered, 'calculate_mortgage']);
const MAX_ROUNDS = 5;

const fragments = [
  'find',
  'remember that',
  'and then',
  'the same for',
  'Paphos',
  'under 200k',
  'بين',
  '100',
  'و200 ألف',
  'غرفتين',
  'tomorrow',
  'at 10:30',
  '?',
  '"quoted"',
  'prop-0112',
  '30%',
  'also',
  'ثم',
  'what',
  'budget',
  'between',
  'to',
  'loan',
  '\n',
  ':',
  'Larnaca',
];
const message = fc.oneof(
  fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
const result = fc.constantFrom(
  '{"success":true,"data":{"total":0,"items":[]}}',
  '{"success":true,"data":{"insights":[],"tools":[{"name":"calculate_mortgage"}]}}',
  '{"success":false,"error":"No.","errorClass":"VALIDATION_FAILED","data":{"suggestions":[null,{}]}}',
  '{"success":true}',
  'no JSON',
);

describe('whatever the conversation', () => {
  it('answers within the rounds of a turn, makes no call twice in one, and always says something', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 3 }),
        fc.array(result, { minLength: 1 }),
        async (texts, results) => {
          const messages: ModelMessage[] = [];
          let calls = 0;
          for (const text of texts) {
            messages.push({ role: 'user', text });
            const made = new Set<string>();
            for (let round = 1; ; round += 1) {
              const request = {
                model: 'm',
                system: '',
                messages,
                tools,
                signal: new AbortController().signal,
                facts,
              };
              const { text: reply, toolCalls } = await model.generate(request);
              messages.push({ role: 'assistant', text: reply, toolCalls });
              if (toolCalls.length === 0) {
                expect(reply.trim()).not.toBe('');
                break;
              }
              expect(round).toBeLessThan(MAX_ROUNDS);
              for (const { id, name, arguments: input } of toolCalls) {
                const key = name + JSON.stringify(input);
                expect(made.has(key)).toBe(false);
                made.add(key);
                messages.push({
                  role: 'tool',
                  toolCallId: id,
                  name,
                  text: results[calls++ % results.length]!,
                });
              }
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('reads a message of 32,000 characters in a second', async () => {
    for (const text of [
      'Find flats in Paphos under 200k, '.repeat(970),
      'أريد شقة '.repeat(3_500),
      'a'.repeat(32_000),
      '1 '.repeat(16_000),
    ]) {
      const messages: ModelMessage[] = [{ role: 'user', text }];
      const { signal } = new AbortController();
      const read = () => model.generate({ model: 'm', system: '', messages, tools, signal, facts });
      expect(await workMs(read, MAX_WORK_MS)).toBeLessThan(MAX_WORK_MS);
    }
  });
});
