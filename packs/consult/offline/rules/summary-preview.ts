import type { z } from 'zod';
import type { summaryInput } from '../../prompts/tasks/summary-preview.task.ts';
import { sentencesOf, whoIs, pick, figureLine } from './sentences.ts';
import { anySpelling } from '#text';
import texts from './texts.json' with { type: 'json' };

const MOST_LINES = 5;
const NEEDS = anySpelling(
  /\b(?:need|want|problem|issue|struggle|lose|waste|manual|looking for|goal|help)\b|نحتاج|نريد|مشكلة|نخسر|يدوي/iu,
);

const SOLUTIONS = anySpelling(
  /\b(?:workshop|consulting|assistant|module|solution|automat\w*|could|bot|engagement)\b|ورشة|استشار|حل|أتمتة/iu,
);

const STEPS = anySpelling(
  /\b(?:will|next step|by \w+day|need to|must|send|schedule|book|follow up)\b|سأرسل|يجب|الخطوة|حجز/iu,
);

const RECOMMEND = anySpelling(
  /\b(?:recommend|suggest|advise|should|would start|best)\b|أنصح|نقترح|أقترح|ينبغي/iu,
);

export const summaryPreviewRules = ({
  messages,
  language,
  profile,
  figures,
  includeRecommendations,
  includeNextSteps,
}: z.infer<typeof summaryInput>) => {
  const titles = texts.summaryPreview[language === 'ar' ? 'ar' : 'en'];
  const theirs = sentencesOf(messages, 'user');
  const all = sentencesOf(messages);
  const who = whoIs(profile, ['name', 'role', 'company', 'industry'], language);
  const section = (title: string, lines: string[]) => ({
    title,
    lines: lines.length > 0 ? lines : [titles.none],
  });
  return {
    sections: [
      section(titles.overview, [
        ...(who.length > 0 ? [who.join(language === 'ar' ? '، ' : ', ')] : []),
        ...theirs.slice(0, 2),
      ]),
      section(titles.needs, pick(theirs, NEEDS, MOST_LINES)),
      section(titles.solutions, pick(all, SOLUTIONS, MOST_LINES)),
      section(titles.figures, figures.slice(0, MOST_LINES).map(figureLine)),
      ...(includeRecommendations ? [section(titles.recommendations, pick(all, RECOMMEND, MOST_LINES))] : []),
      ...(includeNextSteps ? [section(titles.steps, pick(all, STEPS, MOST_LINES))] : []),
    ],
  };
};
