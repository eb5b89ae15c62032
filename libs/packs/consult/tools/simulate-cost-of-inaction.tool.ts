import { z } from 'zod';
import { countText, defineTool, type OfflineMessage, anySpelling } from '#tools';
import { count, dollars, oneDecimal } from '../figures.ts';
import { hoursIn, peopleIn, plainText, type Period } from '../reading/numbers.ts';
import { objects } from '../routines/objections.ts';
import { numberSetting } from '../settings.ts';
import { costOfInaction, type CostOfInaction } from './cost-of-inaction.ts';

const input = z.object({
  inefficient_process: z.string().trim().min(2).max(200).describe('The work that costs the time.'),
  hours_wasted_per_week: countText({
    above: 0,
    max: 168,
    integer: false,
    description: 'Hours that each person loses a week',
  }),
  team_size: countText({ min: 1, max: 100_000, description: 'How many people lose them' }),
});

/** Five days are a week of work, four weeks a month. */
const WEEKS: Record<Period, (hours: number) => number> = {
  day: (hours) => hours * 5,
  week: (hours) => hours,
  month: (hours) => hours / 4,
  year: (hours) => hours / 52,
};

function hoursPerWeek({ text }: OfflineMessage): number | undefined {
  const said = hoursIn(text);
  return said && WEEKS[said.per ?? 'week'](said.hours);
}

const LEADS_IN = anySpelling(
  /^[\s,،]*(?:each|per person|weekly|a week|per week|every week|اسبوعيا|أسبوعيا|لكل شخص)?[\s,،]*(?:each\s+)?(?:on|doing|in|for|with|to|at|because of|في|على|بسبب)?\s+/iu,
);
/** "3 hours a day, 12 people, on invoices" */
const PEOPLE_AGAIN =
  /^[\s,،]*\d+\s+(?:people|persons|employees|colleagues|staff|of us)[\s,]*(?:each\s+)?(?:on|doing|in|for|with)?\s+/iu;
/** "… on manual data entry, 5 people" */
const PEOPLE_BEHIND =
  /[\s,،]+(?:and\s+)?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:people|persons|employees|colleagues|staff|of us)[\s.!]*$/iu;
const LEFT_MANUAL =
  /\b(?:leave|leaving|keep|keeping|do|doing)\s+([\p{L} -]{3,60}?)\s+(?:manual|manually|as it is|by hand)\b/iu;
const LOST_ON = /\b(?:wast\w+|los\w+|spend\w*|spent)\b[^.?!]*?\b(?:on|with|doing)\s+([^.?!,]{3,120})/iu;

/** "45 dollars an hour", "بتكلفة 40 دولار للساعة": what an hour costs is no work. */
const RATE = anySpelling(
  /[\s,،]*(?:and\s+)?(?:at|for|costing|بتكلفه|بتكلفة|بسعر|بمعدل|وتكلفه)?\s*[$€£]?\s?\d[\d.,]*\s*(?:dollars?|usd|euros?|eur|[$€£]|دولارا?|يورو)?\s*(?:an|per|each|a|\/)\s*(?:hour|hr|h)\b|[\s,،]*(?:بتكلفه|بتكلفة|بسعر|بمعدل)?\s*\d[\d.,]*\s*(?:دولارا?|يورو)\s*(?:لل|في ال)ساع[هة]/giu,
);
/** "لكل من 12 موظف", "for each of 12 people": how many, again. */
const EACH_OF = /^[\s,،]*(?:for )?(?:each of|every one of|لكل من|لكل)\s+\d+\s+\p{L}+/iu;

/** The work that a message complains of: behind the hours, else what is left manual. */
function processIn({ text: written }: OfflineMessage): string | undefined {
  // Places in the plain text are those of the written one unless marks were taken out.
  const plain = plainText(written);
  const text = plain.length === written.length ? written : plain;
  const said = hoursIn(text);
  const behind =
    said &&
    text
      .slice(said.end)
      .replace(RATE, '')
      .replace(EACH_OF, '')
      .replace(LEADS_IN, '')
      .replace(PEOPLE_AGAIN, '')
      .replace(PEOPLE_BEHIND, '')
      .replace(/[\s.!?؟]+$/, '');
  const stated =
    behind && behind.length >= 3 ? behind : (LEFT_MANUAL.exec(text)?.[1] ?? LOST_ON.exec(text)?.[1]);
  return (
    stated
      ?.split(/[.!?؟]/)[0]
      ?.trim()
      .slice(0, 200) || undefined
  );
}

/** Time that is lost, as against time that something would save. */
const TELLS_LOSS =
  /\b(?:los[et]|loses|losing|wast\w+|manual\w*|inefficien\w*|cost of (?:waiting|inaction|doing nothing)|leave|by hand|copying|hours? (?:a|per|each) (?:week|day)|hours (?:weekly|daily))\b|[نيت]خسر\p{L}*|[نيت]ضيع\p{L}*|[نيت]هدر\p{L}*|(?<!\p{L})[نيت](?:قضي|قضون|ستغرق|ستهلك|مضي|مضون)\p{L}*|هدر|يدويا?|لم نحل/u;
const SAVES = anySpelling(/\bsav(?:e|es|ing|ings)\b|\broi\b|وفرنا|توفير|عائد/u);

export const simulateCostOfInaction = defineTool({
  name: 'simulate_cost_of_inaction',
  description:
    'Works out what an unsolved inefficiency costs a month and a year, and after how many months the workshop or the consulting engagement would have cost less than waiting.',
  category: 'sales',
  capability: 'roi',
  input,
  whenToUse: [
    'Time is wasted, work is done by hand, something is slow or inefficient, and nothing is done about it.',
    'What waiting, leaving it as it is or changing nothing costs.',
  ],
  examples: [
    'Eight of us lose six hours weekly copying invoices',
    'What does it cost us to leave reporting manual?',
    '3 people, 15 hours a week each on support mails',
    'خمسة موظفين يضيعون 10 ساعات أسبوعيا في إدخال البيانات',
    'كم نخسر إذا لم نحل هذه المشكلة؟',
  ],
  tier: 'always',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  intents: ['value'],
  offline: {
    fill: {
      inefficient_process: {
        from: 'first',
        of: [
          { from: 'rule', read: processIn },
          { from: 'known', key: 'painPoint' },
        ],
      },
      hours_wasted_per_week: { from: 'rule', read: hoursPerWeek },
      team_size: { from: 'rule', read: ({ text }) => peopleIn(text) },
    },
    recalculates: true,
    cues: [
      'lose',
      'waste',
      'manual',
      'hours a week',
      'hours weekly',
      'cost us',
      'inefficient',
      'by hand',
      'نخسر',
      'يضيعون',
      'يقضون',
      'نقضي',
      'يستغرق',
      'spend hours',
      'spends',
      'نضيع',
      'يضيع',
      'ساعات',
      'ساعة',
      'هدر',
    ],
    applies: ({ text }) => TELLS_LOSS.test(plainText(text)) && !SAVES.test(plainText(text)),
    ask: {
      inefficient_process: {
        en: 'Which work costs you that time?',
        ar: 'أي عمل يستهلك هذا الوقت؟',
        accepts: (message: OfflineMessage) => !objects(message),
      },
      hours_wasted_per_week: {
        en: 'How many hours does each person lose on it in a week?',
        ar: 'كم ساعة يخسرها كل شخص في الأسبوع؟',
      },
      team_size: { en: 'How many people does that concern?', ar: 'كم شخصا يعنيه ذلك؟' },
    },
    reply: { en: reply, ar: replyArabic },
  },
  async execute(
    { inefficient_process: process, hours_wasted_per_week: hours, team_size: people },
    { settings },
  ) {
    return costOfInaction(
      process,
      { hoursPerWeek: hours, people },
      {
        weeksPerMonth: numberSetting(settings, 'CONSULT_WEEKS_PER_MONTH'),
        hourlyRate: numberSetting(settings, 'CONSULT_HOURLY_RATE'),
        workshopPrice: numberSetting(settings, 'CONSULT_WORKSHOP_PRICE'),
        consultingPrice: numberSetting(settings, 'CONSULT_CONSULTING_PRICE'),
      },
    );
  },
});

const months = (value: number) => `${oneDecimal(value)} month${value === 1 ? '' : 's'}`;

function reply({ process, monthlyHours, monthlyCost, annualCost, ...rest }: CostOfInaction): string {
  const { workshop, consulting, assumptions } = rest;
  return [
    `${count(monthlyHours)} hours a month go into ${process}: ${dollars(monthlyCost)} a month, ${dollars(annualCost)} a year.`,
    `The workshop (${dollars(workshop.price)}) equals ${months(workshop.breakEvenMonths)} of that, the consulting engagement (${dollars(consulting.price)}) ${months(consulting.breakEvenMonths)}.`,
    assumptions.join(' '),
  ].join('\n');
}

function arabicMonths(value: number): string {
  if (value === 1) return 'شهر واحد (1.0)';
  return `${oneDecimal(value)} شهر`;
}

function replyArabic({ process, monthlyHours, monthlyCost, annualCost, ...rest }: CostOfInaction): string {
  const { workshop, consulting, weeksPerMonth, hourlyRate } = rest;
  return [
    `يستهلك ${process} ${count(monthlyHours)} ساعة في الشهر: ${dollars(monthlyCost)} شهريا، أي ${dollars(annualCost)} سنويا.`,
    `تكلفة ورشة العمل (${dollars(workshop.price)}) تعادل ${arabicMonths(workshop.breakEvenMonths)} من هذه الخسارة، وتكلفة الاستشارات (${dollars(consulting.price)}) تعادل ${arabicMonths(consulting.breakEvenMonths)}.`,
    `حُسب الشهر بـ ${weeksPerMonth} أسابيع والساعة بـ ${dollars(hourlyRate)} لكل شخص.`,
  ].join('\n');
}
