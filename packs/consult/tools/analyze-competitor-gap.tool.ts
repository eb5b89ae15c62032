import { z } from 'zod';
import { NO_WEB_SEARCH } from '../integrations/web/no-web-search.ts';
import { defineTool } from '#pack-kit';
import { industryIn, industryName } from '../industries.ts';
import { readProfile } from '../reading/profile.ts';
import { clientStageOf, competitorsIn, leaderStageOf, type Competitor } from '../integrations/web/competitors.ts';
import { SEARCH_SERVICE, searchTheWeb, type SearchAnswer } from '../integrations/web/search.ts';

const input = z.object({
  industry: z.string().trim().min(2).max(100).describe('Such as retail or insurance.'),
  client_current_state: z
    .string()
    .trim()
    .min(3)
    .max(500)
    .describe('How far the visitor is with AI, in their words.'),
});

const MONTHS_PER_STAGE = { min: 3, max: 6 };
const SUBJECTS = ['AI hiring', 'AI press release', 'AI product launch'];

export interface CompetitorGap {
  industry: string;
  competitors: Competitor[];
  clientStage: number;
  leaderStage: number;
  gapMonths: { min: number; max: number } | null;
  insufficientEvidence: boolean;
  citations: SearchAnswer['citations'];
}

const ASKS_MARKET =
  /\b(?:competitors?|competition|ahead of us|behind the market|(?:are|is) (?:we|our company) (?:lagging )?behind|who else (?:has|uses|does|is using)|(?:falling|lagging) behind|how far (?:behind|ahead)|behind (?:the )?(?:others?|rest|curve|field|industry)|(?:we|us) behind|(?:what|how) (?:do|are|is|does|have|did) (?:the )?others?(?: \p{L}+){0,3} (?:do|doing|done|use|using|handle|work\w*)|where (?:do|are) we(?: stand)?\b(?=.*\b(?:others?|rivals?|industry|field)\b)|ahead of (?:the )?others?|compared? to (?:the )?(?:market|others)|where does \p{L}+(?: \p{L}+)? stand|other \p{L}+ ahead|are others|the market)\b|منافس|المنافسون|المنافسين|مقارنه بالسوق|سبقنا|السوق|متاخرون عن|متاخرين عن|(?:اين|وين) نحن من|(?:ال)?شركات \p{L}* ?(?:الاخري|التانيه|الثانيه)|عن غيرنا|سبقونا/u;

export const analyzeCompetitorGap = defineTool({
  name: 'analyze_competitor_gap',
  description:
    'Compares how far the visitor is with AI with their competitors, by what those were seen to publish, launch and hire for.',
  category: 'sales',
  capability: 'search',
  input,
  whenToUse: [
    'Talk with management about the industry, competitors or urgency.',
    'Being behind, ahead or late against rivals, the competition or others in the field.',
  ],
  examples: [
    'Are other retailers ahead of us with AI?',
    'We are only exploring, where does insurance stand?',
    'What are competitors in logistics doing?',
    'هل سبقنا المنافسون في قطاع التأمين؟',
    'أين نحن مقارنة بالسوق في التجارة الإلكترونية؟',
  ],
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  outbound: SEARCH_SERVICE,
  intents: ['research', 'value'],
  offline: {
    notConfigured: NO_WEB_SEARCH,
    fill: {
      industry: {
        from: 'first',
        of: [
          { from: 'rule', read: ({ text }) => industryIn(text) },
          { from: 'known', key: 'industry' },
        ],
      },
      client_current_state: {
        from: 'first',
        of: [
          { from: 'rule', read: ({ text }) => readProfile(text).currentState },
          { from: 'known', key: 'currentState' },
          { from: 'const', value: 'not said' },
        ],
      },
    },
    cues: [
      'competitor',
      'competitors',
      'competition',
      'ahead of us',
      'market',
      'stand',
      'المنافسون',
      'المنافسين',
      'سبقنا',
      'بالسوق',
    ],
    applies: ({ normalized }) => ASKS_MARKET.test(normalized),
    ask: { industry: { en: 'Which industry are you in?', ar: 'في أي قطاع تعملون؟' } },
    reply: { en: reply, ar: replyArabic },
  },
  async execute({ industry, client_current_state: state }, context): Promise<CompetitorGap> {
    const answers = await Promise.all(
      SUBJECTS.map((subject) => searchTheWeb(context, { query: `${industry} ${subject}` })),
    );
    const competitors = competitorsIn(answers);
    const clientStage = clientStageOf(state);
    const leaderStage = leaderStageOf(competitors);
    const gap = Math.max(0, leaderStage - clientStage);
    const insufficientEvidence = competitors.length === 0;
    const urls = competitors.flatMap(({ signals }) => signals.map(({ url }) => url));
    const cited = answers
      .flatMap(({ citations }) => citations)
      .filter(({ url }, at, all) => urls.includes(url) && all.findIndex((other) => other.url === url) === at);
    return {
      industry,
      competitors,
      clientStage,
      leaderStage,
      gapMonths: insufficientEvidence
        ? null
        : { min: gap * MONTHS_PER_STAGE.min, max: gap * MONTHS_PER_STAGE.max },
      insufficientEvidence,
      citations: cited.map((citation, index) => ({ ...citation, index: index + 1 })),
    };
  },
});

function reply({ industry, competitors, gapMonths, citations }: CompetitorGap): string {
  if (!gapMonths)
    return `I found no public signs of what others in ${industry} do with AI, so I cannot say where you stand.`;
  const lines = competitors.map(
    ({ name, signals }) =>
      `- ${name}: ${[...new Set(signals.map(({ type }) => type.replace('_', ' ')))].join(', ')}`,
  );
  const verdict =
    gapMonths.max === 0
      ? 'By these signs you are level with them.'
      : `By these signs the leaders are about ${gapMonths.min} to ${gapMonths.max} months ahead.`;
  return [
    verdict,
    ...lines,
    `Sources: ${citations.map(({ title, url }) => `${title} (${url})`).join('; ')}`,
  ].join('\n');
}

const SIGNALS_AR: Record<Competitor['signals'][number]['type'], string> = {
  job_posting: 'إعلان وظيفة',
  press_release: 'بيان صحفي',
  product_launch: 'إطلاق منتج',
};

function replyArabic({ industry, competitors, gapMonths, citations }: CompetitorGap): string {
  if (!gapMonths)
    return `لم أجد إشارات علنية عما يفعله الآخرون في قطاع ${industryName(industry, 'ar')}، فلا أستطيع تحديد موقعكم.`;
  const lines = competitors.map(
    ({ name, signals }) =>
      `- ${name}: ${[...new Set(signals.map(({ type }) => SIGNALS_AR[type]))].join('، ')}`,
  );
  const verdict =
    gapMonths.max === 0
      ? 'بحسب هذه الإشارات أنتم على المستوى نفسه.'
      : `بحسب هذه الإشارات يسبقكم الرواد بنحو ${gapMonths.min} إلى ${gapMonths.max} شهرا.`;
  return [
    verdict,
    ...lines,
    `المصادر: ${citations.map(({ title, url }) => `${title} (${url})`).join('؛ ')}`,
  ].join('\n');
}
