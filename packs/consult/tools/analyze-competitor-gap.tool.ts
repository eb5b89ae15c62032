import { z } from 'zod';
import { defineTool, plainText } from '#pack-kit';
import { competitor, clientStageOf, competitorsIn, leaderStageOf } from '../integrations/web/competitors.ts';
import { citations, SEARCH_SERVICE, searchTheWeb } from '../integrations/web/search.ts';

const input = z.object({
  industry: plainText("The visitor's industry, such as insurance."),
  client_current_state: plainText('What the visitor does with AI today, in their words.', 500),
});

const MONTHS_PER_STAGE = { min: 3, max: 6 };
const SUBJECTS = ['AI hiring', 'AI press release', 'AI product launch'];

const result = z.object({
  industry: z.string(),
  competitors: z.array(competitor),
  clientStage: z.number(),
  leaderStage: z.number(),
  gapMonths: z.object({ min: z.number(), max: z.number() }).nullable(),
  insufficientEvidence: z.boolean(),
  citations,
});
export type CompetitorGap = z.infer<typeof result>;

export const analyzeCompetitorGap = defineTool({
  name: 'analyze_competitor_gap',
  description:
    'Compares how far the visitor is with AI with their competitors, by what those were seen to publish, launch and hire for.',
  category: 'sales',
  capability: 'search',
  input,
  result,
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
  role: 'any',
  sideEffect: 'none',
  outbound: SEARCH_SERVICE,
  intents: ['research', 'value'],
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
