import type { SpanRow } from '../span-store/span-row.ts';

export const ORG_A = '01890a5d-ac96-774b-bcce-b302099a8057';
export const ORG_B = '01890a5d-ac96-774b-bcce-b302099a8058';
export const TURN = '01890a5d-ac96-774b-bcce-b302099a8059';
export const CONVERSATION = '01890a5d-ac96-774b-bcce-b302099a8060';
export const TRACE = '0af7651916cd43dd8448eb211c80319c';

let made = 0;

/** A row for tests with a unique span id. */
export function spanRow(over: Partial<SpanRow> = {}): SpanRow {
  made += 1;
  return {
    traceId: TRACE,
    spanId: made.toString(16).padStart(16, '0'),
    startedAt: '2026-03-02T09:00:00.123456Z',
    parentSpanId: null,
    name: 'turn',
    kind: 'turn',
    orgId: ORG_A,
    conversationId: CONVERSATION,
    turnId: TURN,
    agent: 'searcher',
    pack: 'estio',
    task: null,
    intent: null,
    model: null,
    provider: null,
    tool: null,
    thoughtSummary: null,
    thoughtSteps: null,
    toolCalls: null,
    draftReply: null,
    promptTokens: null,
    cachedTokens: null,
    completionTokens: null,
    costUsd: null,
    latencyMs: 12.5,
    status: 'success',
    errorMessage: null,
    input: 'hello',
    output: 'hi',
    attributes: {},
    ...over,
  };
}
