import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { anySpelling } from '#text';
import { material, pick, sentencesOf } from './material.ts';

export const actionItems = z.object({
  items: z.array(z.string().min(1).max(400)).max(15),
  priority: z.enum(['high', 'medium', 'low']),
  nextMeetingNeed: z.boolean(),
});

const MOST_ITEMS = 15;
const TASK = anySpelling(
  /\b(?:will|need to|needs to|have to|has to|must|please send|let's|next step|by (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|the end|\d|january|february|march|april|may|june|july|august|september|october|november|december))\b|سأرسل|سنرسل|يجب|يرجى|الخطوة التالية/iu,
);
const QUESTION = /[?؟]$/u;
const URGENT = /\b(?:urgent|urgently|asap|today|immediately)\b|عاجل|فورا|اليوم/iu;
const DATED = anySpelling(
  /\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|next week|january|february|march|april|june|july|august|september|october|november|december|\d{1,2}[./]\d{1,2}|\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th))\b|غدا|الأسبوع القادم/iu,
);
const MEETING = anySpelling(/\b(?:meet|meeting|call|demo|workshop|schedule)\b|اجتماع|موعد|ورشة/iu);

export const EXTRACT_ACTION_ITEMS = 'consult.extract_action_items';

export const extractActionItemsTask = defineTask({
  key: EXTRACT_ACTION_ITEMS,
  taskType: 'summarization',
  instructions:
    'List the tasks and next steps that were agreed on in these messages, at most 15, in their language and with who does what by when where that was said. Nothing that was not said. Priority is high where something is urgent, medium where something has a date, else low. nextMeetingNeed says whether a meeting is still to be arranged.',
  input: material,
  output: actionItems,
  rules: ({ messages }) => {
    const sentences = sentencesOf(messages).filter((sentence) => !QUESTION.test(sentence));
    const items = pick(sentences, TASK, MOST_ITEMS);
    const all = messages.map(({ text }) => text).join('\n');
    const said = items.join('\n');
    return {
      items,
      priority: URGENT.test(said)
        ? ('high' as const)
        : DATED.test(said)
          ? ('medium' as const)
          : ('low' as const),
      nextMeetingNeed: MEETING.test(all),
    };
  },
});
