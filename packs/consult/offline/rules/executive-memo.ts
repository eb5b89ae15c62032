import { z } from 'zod';
import { anySpelling } from '#text';
import { pick, sentencesOf, figureLine } from './sentences.ts';
import { memoOutput, memoInput } from '../../prompts/tasks/executive-memo.task.ts';

type Input = z.infer<typeof memoInput>;
type Output = z.infer<typeof memoOutput>;

const PROBLEM = anySpelling(/\b(?:lose|waste|manual|problem|struggle|need|hours)\b|نخسر|يضيع|مشكلة|يدوي/iu);
const EN = {
  focus: {
    CFO: 'return, savings and payback',
    CEO: 'the advantage over competitors and the position in the market',
    CTO: 'architecture, security and growth',
  },
  answer: {
    budget:
      'The spending is limited and named in advance; it is to be held against what waiting costs, not against nothing.',
    timing:
      'Waiting is a decision too, and its cost comes up every month. The first step takes two days and binds nobody to a second one.',
    security:
      'Which data leave the house, and whether any do, is decided before anything is built; the work can begin on data that are not confidential.',
  },
};

const AR = {
  focus: {
    CFO: 'العائد والتوفير ومدة الاسترداد',
    CEO: 'الميزة التنافسية والموقع في السوق',
    CTO: 'البنية والأمان والقدرة على التوسع',
  },
  answer: {
    budget: 'الإنفاق محدود ومعروف مسبقا، ويُقارن بتكلفة الانتظار لا بالصفر.',
    timing: 'الانتظار قرار أيضا، وتكلفته تتكرر كل شهر. الخطوة الأولى يومان فقط ولا تُلزم بخطوة ثانية.',
    security: 'يُحدد قبل أي بناء ما البيانات التي تخرج من الشركة إن خرجت أصلا، ويمكن البدء ببيانات غير سرية.',
  },
};

export function executiveMemoRules({
  messages,
  language,
  profile,
  figures,
  audience,
  blocker,
  solution,
  price,
}: Input): Output {
  const arabic = language === 'ar';
  const words = arabic ? AR : EN;
  const company = typeof profile['company'] === 'string' ? profile['company'] : undefined;
  const [problem] = [
    ...((profile['painPoints'] as string[] | undefined) ?? []),
    ...pick(sentencesOf(messages, 'user'), PROBLEM, 1),
  ];
  const listed = figures.map(figureLine).join(arabic ? '؛ ' : '; ');
  if (arabic)
    return {
      subject: `${solution}: قرار مطلوب${company ? ` من ${company}` : ''}`,
      matter: problem
        ? `الموضوع: ${problem}. تركز هذه المذكرة على ${words.focus[audience]}.`
        : `الموضوع: ${solution}. تركز هذه المذكرة على ${words.focus[audience]}.`,
      costOfWaiting: listed || 'لم تُحسب تكلفة الانتظار بعد؛ يلزم عدد الساعات الضائعة أسبوعيا وعدد الأشخاص.',
      proposal: price ? `${solution} بسعر ${price}.` : `${solution}.`,
      answer: words.answer[blocker],
      decision: `القرار المطلوب: الموافقة على ${solution}، أو تحديد ما ينقص لاتخاذ القرار.`,
    };
  return {
    subject: `${solution}: a decision${company ? ` for ${company}` : ''}`,
    matter: `${problem ? `What it is about: ${problem}.` : `What it is about: ${solution}.`} This memo looks at ${words.focus[audience]}.`,
    costOfWaiting: listed
      ? `${listed}.`
      : 'The cost of waiting has not been worked out: the hours lost a week and the number of people are missing.',
    proposal: price ? `${solution}, at ${price}.` : `${solution}.`,
    answer: words.answer[blocker],
    decision: `The decision asked for: agree to the ${solution}, or name what is missing to decide.`,
  };
}
