import { z } from 'zod';
import { anySpelling } from '#text';
import { sentencesOf, whoIs, pick, figureLine } from './sentences.ts';
import { proposalOutput, proposalInput } from '../../prompts/tasks/proposal.task.ts';
import texts from './texts.json' with { type: 'json' };

type Output = z.infer<typeof proposalOutput>;

const GOALS = /\b(?:want|need|goal|would like|hope|so that)\b|نريد|نحتاج|هدف/iu;
const SCOPE = anySpelling(
  /\b(?:workshop|consulting|training|assistant|bot|automat\w*|integrat\w*|project)\b|ورشة|استشار|أتمتة|مشروع/iu,
);

const TIMELINE = anySpelling(
  /\b(?:month|months|week|weeks|quarter|year|by \w+day|deadline|start)\b|شهر|أسبوع|موعد/iu,
);

const WORKSHOP = anySpelling(/\b(?:workshop|training|course)\b|ورشة|تدريب/iu);
const CONSULTING = /\b(?:consulting|project|build|implement\w*)\b|استشار|مشروع|تنفيذ/iu;

const MOST = 4;

export function proposalRules({
  messages,
  language,
  profile,
  figures,
  prices,
}: z.infer<typeof proposalInput>): Output {
  const words = texts.proposal[language === 'ar' ? 'ar' : 'en'];
  const theirs = sentencesOf(messages, 'user').filter((sentence) => !/[?؟]$/u.test(sentence));
  const all = messages.map(({ text }) => text).join('\n');
  const who = whoIs(profile, ['company', 'industry', 'role', 'teamRoles', 'techStack'], language);
  const found = {
    situation: [
      ...(who.length > 0 ? [who.join(language === 'ar' ? '، ' : ', ')] : []),
      ...((profile['painPoints'] as string[] | undefined) ?? []),
    ],
    goals: pick(theirs, GOALS, MOST),
    scope: pick(theirs, SCOPE, MOST),
    timeline: pick(theirs, TIMELINE, MOST),
    value: figures.map(figureLine),
  };
  const both = !WORKSHOP.test(all) && !CONSULTING.test(all);
  const or = (lines: string[]) => (lines.length > 0 ? lines : [words.open]);
  return {
    situation: or(found.situation),
    goals: or(found.goals),
    scope: or(found.scope),
    approach: words.approach,
    timeline: or(found.timeline),
    investment: [
      ...(both || WORKSHOP.test(all) ? [`${words.workshop}: ${prices.workshop}`] : []),
      ...(both || CONSULTING.test(all) ? [`${words.consulting}: ${prices.consulting}`] : []),
    ],
    value: or(found.value),
    nextStep: [words.next],
    openPoints: Object.entries(words.points).flatMap(([key, point]) =>
      found[key as keyof typeof found].length === 0 ? [point] : [],
    ),
  };
}
