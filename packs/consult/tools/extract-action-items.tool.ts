import { z } from 'zod';
import { defineTool } from '#pack-kit';
import { actionItems, EXTRACT_ACTION_ITEMS } from '../prompts/tasks/extract-action-items.task.ts';
import { nothingSaid, materialFor } from '../prompts/tasks/material.ts';

export interface ActionItems extends z.infer<typeof actionItems> {
  messageCount: number;
  generatedBy: string;
}

export const extractActionItems = defineTool({
  name: 'extract_action_items',
  description: 'Pulls the tasks and next steps that were agreed on out of the conversation.',
  category: 'document',
  capability: 'doc',
  input: z.object({}),
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
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  needsConversation: true,
  intents: ['document'],
  offline: {
    fill: {},
    cues: [
      'to-dos',
      'to dos',
      'todo',
      'action items',
      'agree on',
      'agreed',
      'tasks',
      'who has to do',
      'المهام',
      'الخطوات التالية',
      'اتفقنا',
    ],
    applies: ({ normalized }) =>
      /\b(?:to ?dos?|action items?|agreed?(?: on)?|tasks?|who (?:has to|does|must)|next steps?)\b|المهام|الخطوات|اتفق|المتفق/u.test(
        normalized,
      ),
    reply: { en: reply, ar: replyArabic },
    failure: nothingSaid,
  },
  async execute(_input, context): Promise<ActionItems> {
    const given = await materialFor(context, { needsMessages: true });
    const { output, generatedBy } = await context.tasks.run<z.infer<typeof actionItems>>(
      EXTRACT_ACTION_ITEMS,
      given,
    );
    return { ...output, messageCount: given.messages.length, generatedBy };
  },
});

function reply({ items, priority, nextMeetingNeed }: ActionItems): string {
  if (items.length === 0) return 'No tasks were agreed on in this conversation so far.';
  const meeting = nextMeetingNeed ? '\nA meeting is still to be arranged.' : '';
  return `Agreed on so far (priority ${priority}):\n${items.map((item) => `- ${item}`).join('\n')}${meeting}`;
}

function replyArabic({ items, nextMeetingNeed }: ActionItems): string {
  if (items.length === 0) return 'لم يُتفق على مهام في هذه المحادثة حتى الآن.';
  const meeting = nextMeetingNeed ? '\nما زال يلزم ترتيب اجتماع.' : '';
  return `المهام المتفق عليها حتى الآن:\n${items.map((item) => `- ${item}`).join('\n')}${meeting}`;
}
