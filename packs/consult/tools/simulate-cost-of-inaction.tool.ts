import { z } from 'zod';
import { countText, defineTool, moneyText, type OfflineMessage } from '#pack-kit';
import { anySpelling } from '#text';
import { count, money, round } from '../figures.ts';
import { againstPrices, againstPricesArabic } from './loss-in-words.ts';
import { hoursIn, plainText } from '../reading/numbers.ts';
import { hourlyRateIn, hoursOf, lostHoursIn } from '../reading/lost-hours.ts';
import { lostOn, workAnswered } from '../reading/lost-on.ts';
import { objects } from '../reading/objection.ts';
import { numberSetting } from '../settings.ts';
import { costOfInaction, type CostOfInaction } from './cost-of-inaction.ts';

const input = z.object({
  inefficient_process: z.string().trim().min(2).max(200).describe('The work that costs the time.'),
  hours_wasted_per_week: countText({
    above: 0,
    max: 168,
    integer: false,
    description: 'Hours that each person loses a week; hours that a team loses together are shared out',
  }),
  team_size: countText({ min: 1, max: 100_000, description: 'How many people lose them' }),
  hourly_rate: moneyText({
    above: 0,
    max: 10_000,
    description: 'What an hour of this work costs, where the visitor told it',
  }).optional(),
  currency: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{3}$/)
    .toUpperCase()
    .optional()
    .describe('ISO 4217 of the hourly rate, such as EUR; US dollar when left out.'),
});

/** Time that is lost, as against time that something would save. */
const TELLS_LOSS =
  /\b(?:los[et]|loses|losing|wast\w+|manual\w*|inefficien\w*|cost of (?:waiting|inaction|doing nothing)|leave|by hand|copying|hours? (?:a|per|each) (?:week|day)|hours (?:weekly|daily))\b|[نيت]خسر\p{L}*|[نيت]ضيع\p{L}*|[نيت]هدر\p{L}*|(?<!\p{L})[نيت](?:قضي|قضون|ستغرق|ستهلك|مضي|مضون)\p{L}*|هدر|يدويا?|لم نحل/u;
const SAVES = anySpelling(/\bsav(?:e|es|ing|ings)\b|\broi\b|وفرنا|توفير|عائد/u);

/** Time that work takes counts as well where it is said how much and how often. */
const TAKES_TIME = /\b(?:spend\w*|spent|tak(?:e|es|ing)|go(?:es)? into|burn\w*|busy)\b/u;

/** "My friend's company …, not us": whose time is lost is nobody here. */
const OF_OTHERS =
  /(?<!\p{L})not (?:us|ours|me|mine|our (?:company|team|firm))(?!\p{L})|(?:friend|brother|sister|neighbou?r|cousin|wife|husband|father|competitor|client|customer)['’]?s (?:company|firm|business|team|office)(?!\p{L})|(?:مو|مش|مب|ليس|وليس) (?:نحن|احنا|عندنا|شركتنا)(?!\p{L})|شركه (?:صديقي|صاحبي|اخي|زوجتي|زوجي|ابي|منافس)/u;

function tellsLoss(text: string): boolean {
  const plain = plainText(text);
  if (OF_OTHERS.test(plain)) return false;
  return TELLS_LOSS.test(plain) || (TAKES_TIME.test(plain) && hoursIn(text)?.per !== undefined);
}

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
          { from: 'rule', read: ({ text }) => lostOn(text) },
          { from: 'known', key: 'painPoint' },
        ],
      },
      hours_wasted_per_week: { from: 'rule', read: ({ text }) => lostHoursIn(text).hoursPerWeek },
      team_size: { from: 'rule', read: ({ text }) => lostHoursIn(text).people },
      hourly_rate: { from: 'rule', read: ({ text }) => hourlyRateIn(text)?.rate },
      currency: { from: 'rule', read: ({ text }) => hourlyRateIn(text)?.currency },
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
      'spend',
      'a week',
      'per week',
      'every week',
      'a day',
      'per day',
      'a month',
      'spends',
      'نضيع',
      'يضيع',
      'ساعات',
      'ساعة',
      'هدر',
    ],
    applies: ({ text }) => tellsLoss(text) && !SAVES.test(plainText(text)),
    ask: {
      inefficient_process: {
        en: 'Which work costs you that time?',
        ar: 'أي عمل يستهلك هذا الوقت؟',
        accepts: (message: OfflineMessage) => !objects(message) && workAnswered(message.text) !== undefined,
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
    {
      inefficient_process: process,
      hours_wasted_per_week: hours,
      team_size: people,
      hourly_rate: rate,
      currency,
    },
    { settings },
  ) {
    return costOfInaction(
      process,
      { hoursPerWeek: hours, people },
      {
        weeksPerMonth: numberSetting(settings, 'CONSULT_WEEKS_PER_MONTH'),
        hourlyRate: rate ?? numberSetting(settings, 'CONSULT_HOURLY_RATE'),
        // The rate of the settings is US dollar.
        ...(rate !== undefined && currency !== undefined && { currency }),
        workshopPrice: numberSetting(settings, 'CONSULT_WORKSHOP_PRICE'),
        consultingPrice: numberSetting(settings, 'CONSULT_CONSULTING_PRICE'),
      },
    );
  },
});

type Counted = z.infer<typeof input>;

/** Whose hours were counted, and how to have it counted otherwise where the message left it open. */
function whose({ hours_wasted_per_week, team_size }: Counted, message: OfflineMessage | undefined) {
  const [hours, people] = [Number(hours_wasted_per_week), Number(team_size)];
  const told = message ? lostHoursIn(message.text) : {};
  // Hours that are no whole number a person were shared out before.
  const isShared =
    told.together !== undefined || (told.hoursPerWeek === undefined && !Number.isInteger(hours * 2));
  const isOpen = told.hoursPerWeek !== undefined && people > 1 && hoursOf(message?.text ?? '') === undefined;
  return { each: count(round(hours, 2)), all: count(round(hours * people, 2)), people, isShared, isOpen };
}

function counted(given: Counted, message: OfflineMessage | undefined): string {
  const { each, all, people, isShared, isOpen } = whose(given, message);
  if (people === 1) return `That is ${each} hours a week of one person.`;
  if (!isShared)
    return `That is ${each} hours a week for each of ${people} people${isOpen ? '; say “together” if it is their sum' : ''}.`;
  return `The ${all} hours a week are counted as those of all ${people} together${isOpen ? '; say “each” if every one of them loses them' : ''}.`;
}

function countedArabic(given: Counted, message: OfflineMessage | undefined): string {
  const { each, all, people, isShared, isOpen } = whose(given, message);
  if (people === 1) return `الساعات ساعات شخص واحد: ${each} أسبوعيا.`;
  if (!isShared)
    return `الساعات لكل شخص: ${each} أسبوعيا لكل ${people === 2 ? 'من الشخصين' : `شخص من ${people}`}${isOpen ? '؛ اكتب «مجتمعين» إن كانت مجموع ساعاتهم' : ''}.`;
  return `الساعات ساعات الفريق كله: ${all} أسبوعيا للجميع (${people})${isOpen ? '؛ اكتب «لكل شخص» إن كانت ساعات كل واحد منكم' : ''}.`;
}

function reply(
  { process, monthlyHours, monthlyCost, annualCost, ...rest }: CostOfInaction,
  given: Counted,
  message?: OfflineMessage,
): string {
  const { weeksPerMonth, hourlyRate, currency } = rest;
  return [
    `${count(monthlyHours)} hours a month go into ${process}: ${money(monthlyCost, currency)} a month, ${money(annualCost, currency)} a year.`,
    againstPrices(rest),
    `A month is counted with ${weeksPerMonth} weeks and an hour of work with ${money(hourlyRate, currency)}. ${counted(given, message)}`,
  ].join('\n');
}

function replyArabic(
  { process, monthlyHours, monthlyCost, annualCost, ...rest }: CostOfInaction,
  given: Counted,
  message?: OfflineMessage,
): string {
  const { weeksPerMonth, hourlyRate, currency } = rest;
  return [
    `يستهلك هذا العمل (${process}) ${count(monthlyHours)} ساعة في الشهر: ${money(monthlyCost, currency)} شهريا، أي ${money(annualCost, currency)} سنويا.`,
    againstPricesArabic(rest),
    `حُسب الشهر بـ ${weeksPerMonth} أسابيع وساعة العمل بـ ${money(hourlyRate, currency)}. ${countedArabic(given, message)}`,
  ].join('\n');
}
