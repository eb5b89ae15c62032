import { spanOf, type SpanRow } from '../trace-store/span-row.ts';

export const ORG_A = '01890a5d-ac96-774b-bcce-b302099a8057';
export const ORG_B = '01890a5d-ac96-774b-bcce-b302099a8058';
export const TURN = '01890a5d-ac96-774b-bcce-b302099a8059';
export const CONVERSATION = '01890a5d-ac96-774b-bcce-b302099a8060';
export const TRACE = '0af7651916cd43dd8448eb211c80319c';

let made = 0;

/** A row for tests with a unique span id. */
export function spanRow(over: Partial<SpanRow> = {}): SpanRow {
  made += 1;
  return spanOf({
    traceId: TRACE,
    spanId: made.toString(16).padStart(16, '0'),
    startedAt: '2026-03-02T09:00:00.123456Z',
    name: 'turn',
    kind: 'turn',
    orgId: ORG_A,
    conversationId: CONVERSATION,
    turnId: TURN,
    agent: 'searcher',
    pack: 'estio',
    latencyMs: 12.5,
    status: 'success',
    input: 'hello',
    output: 'hi',
    ...over,
  });
}
