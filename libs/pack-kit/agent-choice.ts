import { z } from 'zod';
import { callerKinds } from '#contracts';
import { defineTask, type AgentSpec, type Task } from './pack.ts';

/** Input of the task that chooses the agent; its output is `{ agent }`. */
const agentChoiceInput = z.object({
  text: z.string(),
  language: z.string(),
  /** Kind of author of the message. */
  caller: z.enum(callerKinds).optional(),
  lastAgent: z.string().optional(),
  /** The end of the last reply, which a short message may answer. */
  lastReply: z.string().optional(),
  /** Attachments of the message; `excerpt` is the beginning of a document's text. */
  attachments: z
    .array(z.object({ name: z.string(), mediaType: z.string().nullable(), excerpt: z.string().optional() }))
    .optional(),
});
export type AgentChoiceInput = z.infer<typeof agentChoiceInput>;

/** The task of a pack that chooses the agent for a message, among its agents that answer messages. */
export function defineAgentChoice({
  key,
  business,
  agents,
  unlisted,
  more = [],
}: {
  key: string;
  /** Completes "an assistant of …". */
  business: string;
  agents: readonly AgentSpec[];
  /** An agent that may be kept, but is not described: the pack's fallback. */
  unlisted?: string;
  /** Further rules, one sentence each. */
  more?: readonly string[];
}): Task {
  const answering = agents.filter(({ background }) => !background);
  const listed = answering.filter(({ name }) => name !== unlisted);
  const lines = listed.map(({ name, description }) => `- ${name}: ${description}`);
  return defineTask({
    key,
    taskType: 'intent_classification',
    instructions: [
      `Choose the agent of an assistant of ${business} that should answer the message (text):`,
      ...lines,
      'A message that answers the last reply (lastReply), agrees to what it offers or only points back ("the same for …", "again") stays with the agent of the last turn (lastAgent), unless it asks for the work of another agent.',
      ...more,
    ].join('\n'),
    input: agentChoiceInput,
    output: z.object({ agent: z.enum(answering.map(({ name }) => name)) }),
  });
}
