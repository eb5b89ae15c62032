import { z } from 'zod';
import {
  MIN_MODULES,
  MAX_MODULES,
  syllabusOutput,
  syllabusInput,
} from '../../prompts/tasks/custom-syllabus.task.ts';

type Input = z.infer<typeof syllabusInput>;
type Output = z.infer<typeof syllabusOutput>;

const WORDS = {
  en: {
    title: (roles: string) => `Two-day workshop for ${roles}`,
    start: 'A joint start: goals and where we stand',
    startOutcomes: (stack: string) => [
      `The team shares one picture of its goals and of what ${stack} is to do`,
      'A baseline that progress is measured against',
    ],
    module: (pain: string) => `Getting on top of: ${pain}`,
    outcomes: (pain: string, stack: string) => [
      `The team knows what lies behind "${pain}" and can tell how well it goes`,
      `A result of their own on ${stack}, worked out in the room`,
    ],
    more: ['Deciding what to build first', 'Measuring quality'],
    moreOutcomes: ['The team agrees on one case and its measure of success'],
    end: 'Afterwards: the plan for the first ninety days',
    endOutcomes: ['Owners, dates and a measure for each next piece of work'],
  },
  ar: {
    title: (roles: string) => `ورشة عمل من يومين لفريق: ${roles}`,
    start: 'بداية مشتركة: الأهداف والوضع الحالي',
    startOutcomes: (stack: string) => [
      `صورة واحدة مشتركة للأهداف ولدور ${stack}`,
      'خط أساس يُقاس عليه التقدم',
    ],
    module: (pain: string) => `السيطرة على: ${pain}`,
    outcomes: (pain: string, stack: string) => [
      `يعرف الفريق ما وراء «${pain}» ويستطيع الحكم على جودته`,
      `نتيجة خاصة بالفريق على ${stack} تُنجز خلال الورشة`,
    ],
    more: ['اختيار ما يُبنى أولا', 'قياس الجودة'],
    moreOutcomes: ['يتفق الفريق على حالة واحدة ومقياس نجاحها'],
    end: 'بعد الورشة: خطة أول تسعين يوما',
    endOutcomes: ['مسؤولون ومواعيد ومقياس لكل عمل تال'],
  },
};

/**
 * Introduction, the pain points in order, and the plan for afterwards; with more than six pain points, two share a
 * module.
 */
export function customSyllabusRules({ language, teamRoles, painPoints, techStack }: Input): Output {
  const words = language === 'ar' ? WORDS.ar : WORDS.en;
  const room = MAX_MODULES - 2;
  const groups: number[][] = painPoints.slice(0, room).map((_, index) => [index]);
  for (let index = room; index < painPoints.length; index += 1) groups[index - room]?.push(index);
  const own = groups.map((covers) => {
    const pain = covers.map((index) => painPoints[index] ?? '').join(language === 'ar' ? '، ' : ', ');
    return { title: words.module(pain), covers, outcomes: words.outcomes(pain, techStack) };
  });
  const more = words.more
    .slice(0, Math.max(0, MIN_MODULES - 2 - own.length))
    .map((title) => ({ title, covers: [], outcomes: words.moreOutcomes }));
  return {
    title: words.title(teamRoles),
    modules: [
      { title: words.start, covers: [], outcomes: words.startOutcomes(techStack) },
      ...own,
      ...more,
      { title: words.end, covers: [], outcomes: words.endOutcomes },
    ],
  };
}
