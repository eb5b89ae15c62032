// What the offline model does with each message of `corpus.json`, in one round and without a database.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { OfflineModel, offlineHintsOf } from '#offline-model';
import type { GenerateRequest } from '#models';
import { platformTools, ToolRegistry } from '#tools';
import { detectLanguage } from '#text';
import { ohm } from '../index.ts';
import { agentFor } from './choose-agent.ts';
import { ohmOffline } from './index.ts';

const row = z.strictObject({
  id: z.string(),
  language: z.enum(['en', 'ar']),
  text: z.string(),
  /** Earlier messages of the person. */
  said: z.array(z.string()).default([]),
  /** Kinds of artifacts that the project has. */
  artifacts: z.array(z.string()).default([]),
  agent: z.string(),
  /** The calls of the first round, with arguments that matter; `declines` is no call at all. */
  expect: z.union([
    z.literal('declines'),
    z.array(z.strictObject({ tool: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) })),
  ]),
  says: z.string().optional(),
  /** Left out until the general guard of the offline model declines it. */
  pending: z.literal('guard').optional(),
});
type Row = z.infer<typeof row>;

const file = path.join(process.cwd(), 'packs/ohm/offline/corpus.json');
const rows = z.array(row).parse(JSON.parse(readFileSync(file, 'utf8')));
const registry = new ToolRegistry([ohm], platformTools);
const model = new OfflineModel(offlineHintsOf(registry, [ohmOffline]));

async function answer({ text, said, artifacts, language }: Row) {
  const { agent } = agentFor({ text, language });
  const tools = registry.agent('ohm', agent)?.tools ?? [];
  const request: GenerateRequest = {
    model: 'offline-standard',
    system: '',
    messages: [
      ...said.flatMap((one) => [
        { role: 'user' as const, text: one },
        { role: 'assistant' as const, text: 'All right.', toolCalls: [] },
      ]),
      { role: 'user', text },
    ],
    tools: tools.map(({ registered: { tool } }) => ({
      name: tool.name,
      description: tool.description,
      parameters: z.toJSONSchema(tool.input, { io: 'input' }),
    })),
    signal: new AbortController().signal,
    facts: {
      orgId: 'org',
      pack: 'ohm',
      agent,
      contactId: 'maker-01',
      conversationId: '01930000-0000-7000-8000-000000000a01',
      userId: null,
      channel: 'chat',
      language: detectLanguage(text),
      timezone: 'UTC',
      now: new Date('2026-11-16T09:00:00Z'),
      artifacts: Object.fromEntries(artifacts.map((kind) => [kind, 1])),
    },
  };
  const { text: reply, toolCalls } = await model.generate(request);
  return {
    agent,
    reply,
    calls: toolCalls.map(({ name, arguments: given }) => ({ tool: name, arguments: given })),
  };
}

async function wrong(one: Row): Promise<string[]> {
  const { agent, reply, calls } = await answer(one);
  const expected = one.expect === 'declines' ? [] : one.expect;
  const problems: string[] = [];
  if (agent !== one.agent) problems.push(`agent ${agent}`);
  const names = calls.map(({ tool }) => tool).join();
  if (names !== expected.map(({ tool }) => tool).join()) problems.push(`calls ${names || 'nothing'}`);
  else
    expected.forEach(({ arguments: wanted }, at) => {
      for (const [name, value] of Object.entries(wanted))
        if (JSON.stringify(calls[at]?.arguments[name]) !== JSON.stringify(value))
          problems.push(`${name} is ${JSON.stringify(calls[at]?.arguments[name])}`);
    });
  if (one.says !== undefined && !reply.includes(one.says)) problems.push(`says “${reply}”`);
  if (calls.length === 0 && reply.trim() === '') problems.push('says nothing');
  return problems.length === 0 ? [] : [`${one.id} “${one.text}”: ${problems.join('; ')}`];
}

it('does with each message what the corpus says', async () => {
  const failing = await Promise.all(rows.filter(({ pending }) => !pending).map(wrong));
  expect(failing.flat().join('\n')).toBe('');
});

it('has every message once, and enough of each kind', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.filter((one) => one.expect === 'declines').length).toBeGreaterThanOrEqual(15);
  expect(rows.filter(({ language }) => language === 'ar').length).toBeGreaterThanOrEqual(10);
});
