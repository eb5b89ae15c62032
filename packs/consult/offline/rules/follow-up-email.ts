import { z } from 'zod';
import { anySpelling } from '#text';
import { pick, sentencesOf } from './sentences.ts';
import { MAX_BODY_CHARACTERS, emailInput } from '../../prompts/tasks/follow-up-email.task.ts';
import texts from './texts.json' with { type: 'json' };

type Input = z.infer<typeof emailInput>;

const AGREED = anySpelling(
  /\b(?:will|need to|have to|must|next step|let's|agreed)\b|سأرسل|يجب|اتفقنا|الخطوة/iu,
);

const NEEDS = anySpelling(/\b(?:need|want|problem|lose|waste|manual|looking for)\b|نحتاج|نريد|مشكلة|نخسر/iu);

/** Maximum number of sentences about needs, and about agreements. */
const MOST_SENTENCES = 2;
const MOST_SUMMARY_LINES = 5;

export function followUpEmailRules({
  messages,
  language,
  profile,
  recipient,
  tone,
  includeSummary,
  bookingUrl,
}: Input) {
  const words = texts.followUpEmail[language === 'ar' ? 'ar' : 'en'];
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
