import { z } from 'zod';
import { defineTool, runTask } from '#pack-kit';
import { actionItems, extractActionItemsTask } from '../prompts/tasks/extract-action-items.task.ts';
import { materialFor } from '../prompts/tasks/material.ts';

const result = z.object({
  ...actionItems.shape,
  messageCount: z.number(),
  generatedBy: z.string(),
});
export type ActionItems = z.infer<typeof result>;

export const extractActionItems = defineTool({
  name: 'extract_action_items',
  description: 'Pulls the tasks and next steps that were agreed on out of the conversation.',
  category: 'document',
  capability: 'doc',
  input: z.object({}),
  result,
  whenToUse: [
    'The end of a talk; somebody asks for the to-dos, tasks or what was agreed on.',
    'Who does what until when; what is left or still open to be done.',
  ],
  examples: [
    'What did we agree on?',
    'List the to-dos from this chat',
    'Who has to do what next?',
    'ما المهام المتفق عليها؟',
    'لخص الخطوات التالية',
  ],
  role: 'any',
  sideEffect: 'none',
  needsConversation: true,
  intents: ['document'],
  async execute(_input, context): Promise<ActionItems> {
    const given = await materialFor(context, { needsMessages: true });
    const { output, generatedBy } = await runTask(context, extractActionItemsTask, given);
    return { ...output, messageCount: given.messages.length, generatedBy };
  },
});
