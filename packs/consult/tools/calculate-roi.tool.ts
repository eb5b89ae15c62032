import type { ToolResult } from '#contracts';
import { z } from 'zod';
import { countText, defineTool, moneyText, ToolError, type OfflineMessage } from '#pack-kit';
import { anySpelling } from '#text';
import { count, dollars, monthsInArabic, monthsInWords, oneDecimal } from '../figures.ts';
import { amountsIn, monthsIn, periodBehind, plainText, type Period } from '../reading/numbers.ts';
import { hourlyRateIn } from '../reading/lost-hours.ts';
import { hoursPerYear, PER_YEAR, savedHoursIn, type SavedHours } from '../reading/saved-hours.ts';
import { numberSetting } from '../settings.ts';
import { modeOf, roiOf, type RoiResult } from './calculate-roi.ts';

const savings = (what: string) =>
  moneyText({ min: 0, description: `USD a year saved by ${what}` }).optional();

const input = z.object({
  currentCost: moneyText({ min: 0, description: 'USD a year that the work costs now' }).optional(),
  timeSavings: countText({ min: 0, integer: false, description: 'Hours a year saved' }).optional(),
  employeeCostPerHour: moneyText({ above: 0, description: 'USD an hour of work costs' }).optional(),
  implementationCost: moneyText({ min: 0, description: 'USD once, to set it up' }).optional(),
  timeline: countText({ min: 1, max: 120, description: 'Months that are counted' }).default(12),
  initialInvestment: moneyText({ min: 0, description: 'USD once, detailed calculation' }).optional(),
  annualCost: moneyText({ min: 0, description: 'USD a year to run it, detailed calculation' }).optional(),
  staffReductionSavings: savings('needing fewer staff'),
  efficiencySavings: savings('working faster'),
  retentionSavings: savings('keeping customers or staff'),
});

type Field = keyof z.infer<typeof input>;
type Said = Field | 'savings';

/** The field that an amount is for, by the words around it; the first that fits. */
const FIELD_WORDS: [Said, RegExp][] = [
  ['employeeCostPerHour', /per hour|an hour|hourly|\/h(?:our)?\b|للساعه|في الساعه/u],
  ['staffReductionSavings', /staff|headcount|salar|payroll|الموظفين|رواتب/u],
  ['efficiencySavings', /efficien|productiv|gains|كفاءه|انتاجيه/u],
  ['retentionSavings', /retention|churn|retain|الاحتفاظ/u],
  ['initialInvestment', /invest|استثمار/u],
  ['annualCost', /running|maintenance|to run|licen|تشغيل|صيانه/u],
  ['currentCost', /currently|current|today|now|spend|حاليا|ننفق|نصرف/u],
];

/** "Saves 40k a year", right before the sum. */
const SAVED =
  /\b(?:sav(?:e|es|ing|ings)(?: us| of)?)\s*(?:about|around|roughly|some)?\s*[$€£]?\s*$|(?:[تي]وفر|توفير)\s*$/u;

const PAID_AGAIN = /\bcosts?\b|\bpay|fee|subscri|price|تكلف|ندفع|رسوم|اشتراك/u;
/** Amounts of these are those of a year. */
const YEARLY: ReadonlySet<Said> = new Set<Said>([
  'savings',
  'staffReductionSavings',
  'efficiencySavings',
  'retentionSavings',
  'annualCost',
  'currentCost',
]);

/** What comes again and again and no word explains is paid or saved again and again. */
function recurring(near: string, often: Period | undefined): Said | undefined {
  if (often === undefined) return undefined;
  return PAID_AGAIN.test(near) ? 'annualCost' : 'savings';
}

/** What the amounts of a message mean. One that no word explains is the cost of setting it up. */
function amountsOf({ text }: OfflineMessage): Partial<Record<Field, number>> {
  const fields: Partial<Record<Said, number>> = {};
  for (const { value, before, behind } of amountsIn(text)) {
    const near = ` ${before.slice(-40)} ${behind.slice(0, 40)}`;
    const often = periodBehind(behind);
    const named = SAVED.test(before) && often ? undefined : FIELD_WORDS.find(([, words]) => words.test(near));
    const field =
      named?.[0] ??
      (SAVED.test(before) ? 'savings' : undefined) ??
      recurring(near, often) ??
      'implementationCost';
    fields[field] ??= value * (often && YEARLY.has(field) ? PER_YEAR[often] : 1);
  }
  // Savings that nothing explains come of working faster; what has to be paid for them is then the investment.
  if (fields.savings !== undefined) {
    fields.efficiencySavings ??= fields.savings;
    delete fields.savings;
    if (fields.implementationCost !== undefined) {
      fields.initialInvestment ??= fields.implementationCost;
      delete fields.implementationCost;
    }
  }
  const detailed = fields.staffReductionSavings ?? fields.efficiencySavings ?? fields.retentionSavings;
  // "With 15k invested it saves 900 hours" names the setting up by another word.
  if (detailed === undefined && fields.initialInvestment !== undefined) {
    fields.implementationCost ??= fields.initialInvestment;
    delete fields.initialInvestment;
  }
  return fields;
}

const amount = (field: Field) => ({
  from: 'rule' as const,
  read: (message: OfflineMessage) => amountsOf(message)[field],
});

function timeSavings({ text }: OfflineMessage): number | undefined {
  const saved = savedHoursIn(text);
  return saved && hoursPerYear(saved);
}

const ASKS_RETURN = anySpelling(
  /\b(?:roi|return on|payback|pay(?:s|ing)? (?:off|back|for itself)|earn (?:the|our) money back|the return|worth it|how much (?:would|do|could|will|can|does) (?:it|we|this|that|i|they) save(?=.*\d)|business case|break[- ]?even)\b|عائد|نسترد|استرداد|يستحق|الجدوي/u,
);

/** A cost against what it saves, both with their figures. */
const weighs = (text: string) =>
  /\d/.test(text) &&
  (/\bcosts?\b.*\bsav(?:e|es|ing)\b|\bsav(?:e|es|ing)\b.*\bcosts?\b/u.test(text) ||
    /[تي]كلف.*[تي]وفر|[تي]وفر.*[تي]كلف/u.test(text));

export const calculateRoi = defineTool({
  name: 'calculate_roi',
  description:
    'Works out the return on investment from costs and savings: savings, net gain, return in percent and payback in months. Give either the hours saved a year, or savings in dollars.',
  category: 'value',
  capability: 'roi',
  input,
  whenToUse: [
    'Costs are to be weighed against savings: return, payback, business case.',
    'Not for time that is lost while nothing is done.',
  ],
  examples: [
    'If it saves 900 hours a year for 15k, does that pay off?',
    'Work out the return with 30k invested and 20k efficiency gains',
    'How fast would we earn the money back?',
    'احسب العائد على الاستثمار إذا وفرنا 500 ساعة سنويا',
    'متى نسترد تكلفة المشروع؟',
  ],
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  cacheable: { ttlSeconds: 300 },
  intents: ['value', 'billing'],
  offline: {
    fill: {
      currentCost: amount('currentCost'),
      timeSavings: { from: 'rule', read: timeSavings },
      employeeCostPerHour: {
        from: 'rule',
        // A rate in another currency is none in dollars.
        read: (message) => {
          const told = hourlyRateIn(message.text);
          return told && (told.currency ?? 'USD') === 'USD'
            ? told.rate
            : amountsOf(message).employeeCostPerHour;
        },
      },
      implementationCost: amount('implementationCost'),
      timeline: { from: 'rule', read: ({ text }) => monthsIn(text) },
      initialInvestment: amount('initialInvestment'),
      annualCost: amount('annualCost'),
      staffReductionSavings: amount('staffReductionSavings'),
      efficiencySavings: amount('efficiencySavings'),
      retentionSavings: amount('retentionSavings'),
    },
    recalculates: true,
    cues: [
      'roi',
      'how much would',
      'return',
      'payback',
      'pay off',
      'pays back',
      'money back',
      'would we save',
      'and saves',
      'توفر',
      'worth it',
      'business case',
      'العائد',
      'عائد',
      'نسترد',
      'استرداد',
    ],
    applies: ({ text }) => ASKS_RETURN.test(plainText(text)) || weighs(plainText(text)),
    reply: { en: reply, ar: replyArabic },
    failure: askForSavings,
  },
  async execute(given, { settings }): Promise<RoiResult> {
    const mode = modeOf(given);
    if (!mode) {
      const needed =
        'expected timeSavings, or one of staffReductionSavings, efficiencySavings, retentionSavings';
      throw new ToolError(
        'VALIDATION_FAILED',
        'A return needs savings: the hours saved a year, or savings in dollars by staff, efficiency or retention.',
        { fields: [{ name: '(arguments)', problem: needed }] },
      );
    }
    return roiOf(given, mode, numberSetting(settings, 'CONSULT_HOURLY_RATE'));
  },
});

/** Nothing was named to calculate with. */
function askForSavings({ errorClass, data }: ToolResult, _input: unknown, { language }: OfflineMessage) {
  const [field] = (data as { fields?: { name: string }[] } | undefined)?.fields ?? [];
  if (errorClass !== 'VALIDATION_FAILED' || field?.name !== '(arguments)') return undefined;
  return language === 'ar'
    ? 'كم ساعة سنويا (أو كم دولارا) سيوفر ذلك، وكم سيكلف؟ عندها أحسب العائد.'
    : 'How many hours a year (or dollars) would it save, and what would it cost? Then I work out the return.';
}

function reply(roi: RoiResult, given: { timeSavings?: number }, message?: OfflineMessage): string {
  const payback =
    roi.paybackMonths === null
      ? 'It does not pay back.'
      : roi.paybackMonths === 0
        ? 'There is nothing to pay back, as no investment was named.'
        : `It pays back after ${monthsInWords(roi.paybackMonths)}.`;
  const percent = roi.roiPercent === null ? '' : `, a return of ${oneDecimal(roi.roiPercent)} %`;
  return [
    `Savings of ${dollars(roi.annualSavings)} a year; over ${roi.timelineMonths} months a net ${roi.netSavings < 0 ? 'loss' : 'gain'} of ${dollars(Math.abs(roi.netSavings))} on ${dollars(roi.totalInvestment)} invested${percent}.`,
    payback,
    [...roi.assumptions, ...(roi.warnings ?? []), scaled(given.timeSavings, message)]
      .filter(Boolean)
      .join(' '),
  ].join('\n');
}

function replyArabic(
  roi: RoiResult,
  given: Partial<z.infer<typeof input>> = {},
  message?: OfflineMessage,
): string {
  const payback =
    roi.paybackMonths === null
      ? 'لا تُسترد التكلفة.'
      : roi.paybackMonths === 0
        ? 'لم تُذكر تكلفة، فلا شيء يُسترد.'
        : `تُسترد التكلفة خلال ${monthsInArabic(roi.paybackMonths)}.`;
  const percent = roi.roiPercent === null ? '' : `، بعائد ${oneDecimal(roi.roiPercent)} %`;
  return [
    `التوفير السنوي ${dollars(roi.annualSavings)}؛ وخلال ${roi.timelineMonths} شهرا صافي ${roi.netSavings < 0 ? 'الخسارة' : 'الربح'} ${dollars(Math.abs(roi.netSavings))} على استثمار ${dollars(roi.totalInvestment)}${percent}.`,
    payback,
    assumedArabic(roi, given, message),
  ]
    .filter(Boolean)
    .join('\n');
}

/** As the assumptions of the result say it. */
function assumedArabic(
  { mode, annualSavings, savingsShareOfCurrentCostPct: share }: RoiResult,
  { timeSavings, employeeCostPerHour, implementationCost }: Partial<z.infer<typeof input>>,
  message: OfflineMessage | undefined,
): string {
  const hours = Number(timeSavings);
  const simplified = mode === 'simplified' && hours > 0;
  return [
    simplified && employeeCostPerHour === undefined
      ? `حُسبت ساعة العمل افتراضا بـ ${dollars(annualSavings / hours)}.`
      : '',
    mode === 'simplified' && implementationCost === undefined ? 'لم تُذكر تكلفة تنفيذ، فلم تُحسب.' : '',
    simplified ? scaledArabic(hours, message) : '',
    share !== null && share > 100 ? 'التوفير أكبر من التكلفة الحالية؛ يرجى مراجعة الرقمين.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Says how hours of a week, or of each person, became those of a year. */
function scaled(timeSavings: number | undefined, message: OfflineMessage | undefined): string {
  const saved = message && savedHoursIn(message.text);
  if (!saved || timeSavings === undefined || isOfYear(saved)) return '';
  const { hours, per = 'year', each, people } = saved;
  const whose = !each ? '' : people === undefined ? ' of one person' : ` for each of ${people} people`;
  const open = each && people === undefined ? ' Tell me how many people it is, and I count them all.' : '';
  return `${count(hours)} hours a ${per}${whose} are counted as ${count(timeSavings)} a year.${open}`;
}

function scaledArabic(timeSavings: number, message: OfflineMessage | undefined): string {
  const saved = message && savedHoursIn(message.text);
  if (!saved || isOfYear(saved)) return '';
  const { each, people } = saved;
  const whose = !each ? '' : people === undefined ? ' لشخص واحد' : ` للجميع (${people})`;
  const open = each && people === undefined ? ' اذكر عدد الأشخاص فأحسبهم جميعا.' : '';
  return `حُسبت الساعات على أنها ${count(timeSavings)} ساعة في السنة${whose}.${open}`;
}

const isOfYear = ({ per = 'year', each }: SavedHours) => per === 'year' && !each;
