import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { material } from './material.ts';

export const actionItems = z.object({
  items: z.array(z.string().min(1).max(400)).max(15),
  priority: z.enum(['high', 'medium', 'low']),
  nextMeetingNeed: z.boolean(),
});

export const extractActionItemsTask = defineTask({
  key: 'consult.extract_action_items',
  taskType: 'summarization',
  instructions:
    'List the tasks and next steps that were agreed on in these messages, at most 15, in their language and with who does what by when where that was said. Nothing that was not said. Priority is high where something is urgent, medium where something has a date, else low. nextMeetingNeed says whether a meeting is still to be arranged.',
  input: material,
  output: actionItems,
});
