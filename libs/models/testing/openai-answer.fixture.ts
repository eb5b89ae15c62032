const chunk = (fields: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...fields })}\n\n`;
/** A complete chat completions answer as events, with 100 input tokens and 10 output tokens. */
export const openaiAnswer = (text: string) =>
  chunk({ choices: [{ index: 0, delta: { content: text }, finish_reason: 'stop' }] }) +
  chunk({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } }) +
  'data: [DONE]\n\n';
