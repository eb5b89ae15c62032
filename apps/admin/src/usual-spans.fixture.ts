import type { NewSpan } from './console-rows.fixture.ts';

/** The spans of a turn that searched once. */
export function usualSpans(): NewSpan[] {
  return [
    span('POST /v1/messages', undefined, [0, 12], {
      kind: 'http',
      attributes: { 'http.response.status_code': 202 },
    }),
    span('queue', 'POST /v1/messages', [6, 12]),
    span('turn', 'POST /v1/messages', [18, 1_222], { tokens: [3_512, 220], costUsd: 0.00123 }),
    span('load', 'turn', [19, 6.4]),
    span('intent', 'turn', [26, 2.1], { output: { intent: 'property_search', confidence: 0.94 } }),
    span('context', 'turn', [29, 11.7]),
    span('scope', 'turn', [41, 0.9]),
    span('broker', 'turn', [42, 3.8], {
      output: { offered: ['search_properties', 'retrieve_context'], of: 24 },
      attributes: { 'turnpike.broker.offered': ['search_properties', 'sell_boats'] },
    }),
    span('route', 'turn', [46, 0.4]),
    span('loop', 'turn', [47, 1_160]),
    span('chat gpt-5-mini', 'loop', [48, 512], {
      kind: 'model',
      model: 'gpt-5-mini',
      tokens: [1_610, 62],
      costUsd: 0.00052,
      input: { system: 'You help.\nBe brief.', messages: [{ role: 'user', text: 'Find an apartment' }] },
      toolCalls: [
        { name: 'search_properties', arguments: { city: 'Paphos', bedrooms: 2, max_price: 200_000 } },
      ],
      thoughtSteps: ['A flat near the sea.', 'The search knows both.'],
      attributes: { 'gen_ai.response.finish_reasons': ['tool_calls'] },
    }),
    span('execute_tool search_properties', 'loop', [561, 84], {
      kind: 'tool',
      tool: 'search_properties',
      input: { city: 'Paphos', bedrooms: 2, max_price: 200_000, near_sea: true },
      output: {
        success: true,
        data: { total: 3, items: [{ id: 'prop-0112', price: 185_000, title: 'شقة بإطلالة على البحر' }] },
      },
    }),
    span('execute_tool store_insight', 'loop', [561, 31], {
      kind: 'tool',
      tool: 'store_insight',
      error: 'VALIDATION_FAILED: key is required',
    }),
    span('chat gpt-5-mini (2)', 'loop', [648, 556], {
      kind: 'model',
      model: 'gpt-5-mini',
      tokens: [1_902, 158],
      costUsd: 0.00071,
      output: 'There are three apartments near the sea.',
      attributes: { 'turnpike.without_tools': true },
    }),
    span('policy', 'turn', [1_209, 4.6]),
    span('settle', 'turn', [1_215, 24]),
    span('job summarize', 'turn', [1_260, null], { kind: 'job', status: 'running' }),
  ];
}

/** @param kind defaults to the name. */
function span(
  name: string,
  parent: string | undefined,
  [startMs, durationMs]: [startMs: number, durationMs: number | null],
  more: Partial<NewSpan> = {},
): NewSpan {
  return { name, kind: name, parent, startMs, durationMs, ...more };
}
