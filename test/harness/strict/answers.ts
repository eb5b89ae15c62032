import { signatureOf } from './gemini.rules.ts';
import type { Protocol } from './strict-server.ts';

/** An answer of a model. Ids of calls are the provider's own. */
export interface PlayedAnswer {
  text: string;
  calls: { id: string; name: string; arguments: object }[];
}

type Body = (answer: PlayedAnswer, model: string) => object;

const chatBody: Body = ({ text, calls }) => {
  const tool_calls = calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  const message = { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls }) };
  return {
    id: 'c',
    choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
  };
};

/** The bodies with which providers answer a request without streaming. */
export const bodies: Record<Protocol, Body> = {
  openai: chatBody,
  gateway: chatBody,
  responses: ({ text, calls }) => ({
    status: 'completed',
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
      ...calls.map(({ id, name, arguments: given }) => ({
        type: 'function_call',
        call_id: id,
        name,
        arguments: JSON.stringify(given),
      })),
    ],
  }),
  anthropic: ({ text, calls }, model) => ({
    type: 'message',
    role: 'assistant',
    model,
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: `${model}:thought` },
      ...(text ? [{ type: 'text', text }] : []),
      ...calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input })),
    ],
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  google: ({ text, calls }, model) => {
    const parts = [
      { text },
      ...calls.map(({ name, arguments: args }, place) => ({
        functionCall: { name, args },
        ...(place === 0 && { thoughtSignature: signatureOf(model) }),
      })),
    ];
    return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
  },
};
