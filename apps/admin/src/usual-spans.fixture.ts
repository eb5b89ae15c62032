import type { NewSpan } from './console-rows.fixture.ts';

/** The spans that the pipeline leaves for a turn that searched once. */
export function usualSpans(): NewSpan[] {
  const call = { model: 'gpt-5-mini', kind: 'model' } as const;
  return [
    {
      name: 'POST /v1/messages',
      kind: 'http',
      startMs: 0,
      durationMs: 12,
      attributes: { 'http.response.status_code': 202 },
    },
    { name: 'queue', kind: 'queue', parent: 'POST /v1/messages', startMs: 6, durationMs: 12 },
    {
      name: 'turn',
      kind: 'turn',
      parent: 'POST /v1/messages',
      startMs: 18,
      durationMs: 1_222,
      tokens: [3_512, 220],
      costUsd: 0.00123,
    },
    { name: 'load', kind: 'load', parent: 'turn', startMs: 19, durationMs: 6.4 },
    {
      name: 'intent',
      kind: 'intent',
      parent: 'turn',
      startMs: 26,
      durationMs: 2.1,
      output: { intent: 'property_search', confidence: 0.94 },
    },
    { name: 'context', kind: 'context', parent: 'turn', startMs: 29, durationMs: 11.7 },
    { name: 'scope', kind: 'scope', parent: 'turn', startMs: 41, durationMs: 0.9 },
    {
      name: 'broker',
      kind: 'broker',
      parent: 'turn',
      startMs: 42,
      durationMs: 3.8,
      output: { offered: ['search_properties', 'retrieve_context'], of: 24 },
    },
    { name: 'route', kind: 'route', parent: 'turn', startMs: 46, durationMs: 0.4 },
    { name: 'loop', kind: 'loop', parent: 'turn', startMs: 47, durationMs: 1_160 },
    {
      name: 'chat gpt-5-mini',
      ...call,
      parent: 'loop',
      startMs: 48,
      durationMs: 512,
      tokens: [1_610, 62],
      costUsd: 0.00052,
      input: [{ role: 'user', content: 'Find 2 bedroom apartments in Paphos under 200k near the sea' }],
      output: {
        toolCalls: [
          { name: 'search_properties', arguments: { city: 'Paphos', bedrooms: 2, max_price: 200_000 } },
        ],
      },
      attributes: { 'gen_ai.response.finish_reasons': ['tool_calls'] },
    },
    {
      name: 'execute_tool search_properties',
      kind: 'tool',
      tool: 'search_properties',
      parent: 'loop',
      startMs: 561,
      durationMs: 84,
      input: { city: 'Paphos', bedrooms: 2, max_price: 200_000, near_sea: true },
      output: {
        success: true,
        data: { total: 3, items: [{ id: 'prop-0112', price: 185_000, title: 'شقة بإطلالة على البحر' }] },
      },
    },
    {
      name: 'execute_tool store_insight',
      kind: 'tool',
      tool: 'store_insight',
      parent: 'loop',
      startMs: 561,
      durationMs: 31,
      error: 'VALIDATION_FAILED: key is required',
    },
    {
      name: 'chat gpt-5-mini (2)',
      ...call,
      parent: 'loop',
      startMs: 648,
      durationMs: 556,
      tokens: [1_902, 158],
      costUsd: 0.00071,
      output: 'There are three apartments near the sea.',
    },
    { name: 'policy', kind: 'policy', parent: 'turn', startMs: 1_209, durationMs: 4.6 },
    { name: 'settle', kind: 'settle', parent: 'turn', startMs: 1_215, durationMs: 24 },
    {
      name: 'job summarize',
      kind: 'job',
      parent: 'turn',
      startMs: 1_260,
      durationMs: null,
      status: 'running',
    },
  ];
}
