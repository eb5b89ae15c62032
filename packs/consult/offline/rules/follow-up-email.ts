import { z } from 'zod';
import { anySpelling } from '#text';
import { pick, sentencesOf } from './sentences.ts';
import { MAX_BODY_CHARACTERS, emailInput } from '../../prompts/tasks/follow-up-email.task.ts';

type Input = z.infer<typeof emailInput>;

const AGREED = anySpelling(
  /\b(?:will|need to|have to|must|next step|let's|agreed)\b|سأرسل|يجب|اتفقنا|الخطوة/iu,
);

const NEEDS = anySpelling(/\b(?:need|want|problem|lose|waste|manual|looking for)\b|نحتاج|نريد|مشكلة|نخسر/iu);

/** Maximum number of sentences about needs, and about agreements. */
const MOST_SENTENCES = 2;
const MOST_SUMMARY_LINES = 5;

const WORDS = {
  en: {
    greeting: { client: 'Hello', team: 'Hi team', consultant: 'Hello' },
    casual: { client: 'Hi', team: 'Hey all', consultant: 'Hi' },
    subject: {
      client: 'Our conversation and what comes next',
      team: 'What came out of our talk about AI',
      consultant: 'Follow-up to our conversation',
    },
    thanks: 'thank you for the conversation.',
    needs: 'This is what matters:',
    agreed: 'This is what we agreed on:',
    summary: 'In short:',
    booking: 'A time to talk can be booked here:',
    closing: { professional: 'Kind regards', casual: 'Best', technical: 'Regards' },
  },
  ar: {
    greeting: { client: 'مرحبا', team: 'مرحبا بالفريق', consultant: 'مرحبا' },
    casual: { client: 'أهلا', team: 'أهلا بالجميع', consultant: 'أهلا' },
    subject: {
      client: 'متابعة محادثتنا والخطوات التالية',
      team: 'نتائج حديثنا عن الذكاء الاصطناعي',
      consultant: 'متابعة محادثتنا',
    },
    thanks: 'شكرا على المحادثة.',
    needs: 'أهم ما ورد:',
    agreed: 'ما اتفقنا عليه:',
    summary: 'باختصار:',
    booking: 'يمكن حجز موعد هنا:',
    closing: { professional: 'مع التحية', casual: 'تحياتي', technical: 'مع التحية' },
  },
};

export function followUpEmailRules({
  messages,
  language,
  profile,
  recipient,
  tone,
  includeSummary,
  bookingUrl,
}: Input) {
  const words = language === 'ar' ? WORDS.ar : WORDS.en;
  const name = recipient === 'client' && typeof profile['name'] === 'string' ? ` ${profile['name']}` : '';
  const greeting = `${(tone === 'casual' ? words.casual : words.greeting)[recipient]}${name}${language === 'ar' ? '،' : ','}`;
  const needs = pick(sentencesOf(messages, 'user'), NEEDS, MOST_SENTENCES);
  const agreed = pick(sentencesOf(messages), AGREED, MOST_SENTENCES);
  const list = (title: string, lines: string[]) =>
    lines.length > 0 ? [`${title}\n${lines.map((line) => `- ${line}`).join('\n')}`] : [];
  const body = [
    greeting,
    words.thanks,
    ...list(words.needs, needs),
    ...list(words.agreed, agreed),
    ...(includeSummary
      ? list(words.summary, sentencesOf(messages, 'user').slice(0, MOST_SUMMARY_LINES))
      : []),
    ...(bookingUrl ? [`${words.booking} ${bookingUrl}`] : []),
    words.closing[tone],
  ].join('\n\n');
  return { subject: words.subject[recipient], body: body.slice(0, MAX_BODY_CHARACTERS) };
}
