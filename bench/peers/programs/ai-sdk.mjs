// The bound: Vercel's AI SDK without a queue and without a store. The conversation is in the memory of the process, so a turn
// and its conversation end with the process.
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, tool } from 'ai';
import { INSTRUCTIONS, SEARCH, searchProperties, servePeer } from './peer.mjs';

const MAX_ROUNDS = 5;

await servePeer(async ({ modelUrl }) => {
  const openai = createOpenAI({ apiKey: 'bench', baseURL: modelUrl });
  const conversations = new Map();
  const tools = {
    [SEARCH.name]: tool({
      description: SEARCH.description,
      inputSchema: SEARCH.parameters,
      execute: async (input) => searchProperties(input),
    }),
  };
  return {
    runTurn: async (conversation, text) => {
      const messages = [...(conversations.get(conversation) ?? []), { role: 'user', content: text }];
      const answer = await generateText({
        model: openai.chat('gpt-4o-mini'),
        instructions: INSTRUCTIONS,
        messages,
        tools,
        stopWhen: isStepCount(MAX_ROUNDS),
      });
      conversations.set(conversation, [...messages, ...answer.responseMessages]);
      return answer.text;
    },
  };
});
