// Runs turns of the offline model over the tools of the fixture, as the turn loop does.
import { z } from 'zod';
import type { ToolResult } from '#contracts';
import type { GenerateRequest, ModelMessage, TurnFacts } from '#models';
import { alwaysOffered, fixtureHints, modelTools, toolDefinition } from './estio-like.ts';
import { OfflineModel } from '../offline.model.ts';

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

type Execute = (name: string, input: Record<string, unknown>) => ToolResult;
export interface Run {
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
export const byName: Execute = (name) => results[name] ?? { success: true, data: {} };

/** Runs one turn as the turn loop does: model, tools, model, until it answers in text. */
export async function turn(
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

export function request(
  messages: ModelMessage[],
  names: string[],
  more: Partial<TurnFacts> = {},
): GenerateRequest {
  return {
    model: 'offline-standard',
    system: 'You work for a Cyprus estate agency.',
    messages,
    tools: modelTools(names),
    signal: new AbortController().signal,
    facts: { ...facts, ...more },
  };
}
