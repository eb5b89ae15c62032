import type { Material } from '../../prompts/tasks/material.ts';
import { sentencesOf, pick } from './sentences.ts';
import { anySpelling } from '#text';

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

export const extractActionItemsRules = ({ messages }: Material) => {
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
};
