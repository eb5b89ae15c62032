import { wordedTurn, playedTurn, type SeededConversation, type SeededOrg } from '#pack-kit';
import { count, dollars, oneDecimal } from '../tools/figures.ts';
import type { RoiResult } from '../tools/calculate-roi.ts';
import type { CostOfInaction } from '../tools/cost-of-inaction.ts';
import { calculateRoi } from '../tools/calculate-roi.tool.ts';
import { captureScreenSnapshot } from '../tools/capture-screen-snapshot.tool.ts';
import { getDashboardStats, type DashboardStats } from '../tools/get-dashboard-stats.tool.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { visitorId } from './demo-leads.ts';
import talks from './demo-talks.json' with { type: 'json' };

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const STEP_MINUTES = 3;

/** The contact in whose name members of the office ask about the office itself. */
const DESK = 'desk';

/** The conversations S1 to S6 of docs/packs/consult.md. */
export const conversationIds = {
  profile: '01930000-0000-7000-8000-000000000c01',
  booked: '01930000-0000-7000-8000-000000000c02',
  tasks: '01930000-0000-7000-8000-000000000c03',
  screen: '01930000-0000-7000-8000-000000000c04',
  voice: '01930000-0000-7000-8000-000000000c05',
  figures: '01930000-0000-7000-8000-000000000c06',
} as const;

/** For the leads created in these conversations. */
export const conversationOf: Readonly<Record<string, string>> = {
  [visitorId(1)]: conversationIds.profile,
  [visitorId(8)]: conversationIds.booked,
  [visitorId(3)]: conversationIds.tasks,
  [visitorId(2)]: conversationIds.screen,
  [visitorId(4)]: conversationIds.figures,
};

interface Prepared extends SeededConversation {
  /** Capabilities shown to the visitor, stored with the lead and the conversation. */
  capabilities: string[];
}

const PREPARED: Record<
  keyof typeof conversationIds,
  (anchor: Date, org: SeededOrg) => Prepared | Promise<Prepared>
> = {
  profile: (anchor) => talk('profile', anchor),
  booked: (anchor) => talk('booked', anchor),
  tasks: (anchor) => talk('tasks', anchor),
  screen,
  voice,
  figures,
};

/**
 * The prepared conversations that do not exist yet.
 *
 * @param anchor seeding day, 00:00 UTC.
 * @param missing tells which of the ids are.
 */
export async function demoConversations(
  anchor: Date,
  org: SeededOrg,
  missing: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<Prepared[]> {
  const wanted = await missing(Object.values(conversationIds));
  const conversations: Prepared[] = [];
  for (const [name, prepare] of Object.entries(PREPARED))
    if (wanted.has(conversationIds[name as keyof typeof conversationIds]))
      conversations.push(await prepare(anchor, org));
  return conversations;
}

/** Times of a conversation that began `hours` before the seeding day. */
const clockOf =
  (anchor: Date, hours: number): Clock =>
  (step) =>
    new Date(anchor.getTime() - hours * HOUR_MS + step * STEP_MINUTES * MINUTE_MS);
type Clock = (step: number) => Date;

/** S1 to S3: conversations in the web chat without tool calls. */
function talk(name: keyof typeof talks, anchor: Date): Prepared {
  const { visitor, hoursBefore, lines } = talks[name];
  const at = clockOf(anchor, hoursBefore);
  const turns = lines.map((line, step) => ({ at: at(step), ...line }));
  const contactId = visitorId(visitor);
  return { id: conversationIds[name], contactId, pack: 'consult', channel: 'web', capabilities: [], turns };
}

/** A picture of one pixel; no model reads it again. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** S4: a shared screen, with the description stored when it was shared. */
function screen(anchor: Date): Prepared {
  const at = clockOf(anchor, 74);
  const fileId = '01930000-0000-7000-8000-000000000cf4';
  const analysis = 'جدول بيانات فيه رسالة خطأ: القرص ممتلئ.';
  return {
    id: conversationIds.screen,
    contactId: visitorId(2),
    pack: 'consult',
    channel: 'web',
    capabilities: ['screenShare'],
    pictures: [
      {
        kind: 'screen',
        at: at(1),
        fileId,
        name: 'screen.png',
        mediaType: 'image/png',
        content: PIXEL,
        analysis,
      },
    ],
    turns: [
      {
        at: at(0),
        agent: 'discovery',
        text: 'مرحبا، أنا سمير عادل من دلتا برنتس. يتوقف عندنا جدول الطلبات كل صباح.',
        reply: 'أهلا سمير. شارك شاشتك هنا عندما يتوقف، لأرى ما يظهر فيها.',
      },
      wordedTurn(
        captureScreenSnapshot,
        {},
        {
          analysis,
          capturedAt: at(1).toISOString(),
          hasImage: true,
          image: { mimeType: 'image/png', ref: fileId },
          mode: 'cached',
          ageSeconds: STEP_MINUTES * 60,
          stale: false,
        },
        { at: at(2), agent: 'discovery', text: 'ماذا ترى على شاشتي؟' },
        { en: () => analysis, ar: () => `بحسب الصورة: ${analysis}` },
      ),
    ],
  };
}

/** Replies of the seeded turns, generated from the results of their tools. */
const STATISTICS = {
  en: ({ totalLeads, qualifiedLeads, conversionRatePct, bookedLeads }: DashboardStats) =>
    `${totalLeads} leads came in, ${qualifiedLeads} of them qualified (${oneDecimal(conversionRatePct)} %), and ${bookedLeads} booked a call.`,
};
const LOSS = {
  en: ({ process, monthlyHours, monthlyCost }: CostOfInaction) =>
    `${process} takes ${count(monthlyHours)} hours a month, which costs ${dollars(monthlyCost)} a month.`,
};
const RETURN = {
  en: ({ annualSavings, netSavings, roiPercent }: RoiResult) =>
    `It saves ${dollars(annualSavings)} a year; after the implementation ${dollars(netSavings)} are left in the first year, a return of ${oneDecimal(roiPercent ?? 0)} %.`,
};

/** S5: an admin asks for the figures by voice. */
async function voice(anchor: Date, org: SeededOrg): Promise<Prepared> {
  const at = clockOf(anchor, 66);
  return {
    id: conversationIds.voice,
    contactId: DESK,
    pack: 'consult',
    channel: 'voice',
    capabilities: [],
    turns: [
      await playedTurn(
        getDashboardStats,
        { period: '30d' },
        { at: at(0), agent: 'closer', staff: 'consultant', text: 'How did leads do over the last 30 days?' },
        org,
        STATISTICS,
      ),
      await playedTurn(
        getDashboardStats,
        { period: '7d' },
        { at: at(1), agent: 'closer', staff: 'consultant', text: 'And over the last week?' },
        org,
        STATISTICS,
      ),
    ],
  };
}

/** S6: the cost of waiting, and the return of an investment. */
async function figures(anchor: Date, org: SeededOrg): Promise<Prepared> {
  const at = clockOf(anchor, 56);
  return {
    id: conversationIds.figures,
    contactId: visitorId(4),
    pack: 'consult',
    channel: 'web',
    capabilities: ['roi'],
    turns: [
      await playedTurn(
        simulateCostOfInaction,
        { inefficient_process: 'manual data entry', hours_wasted_per_week: 10, team_size: 5 },
        {
          at: at(0),
          agent: 'discovery',
          text: 'We have 5 people who each lose 10 hours a week on manual data entry',
        },
        org,
        LOSS,
      ),
      await playedTurn(
        calculateRoi,
        { implementationCost: 20_000, timeSavings: 1_200 },
        {
          at: at(1),
          agent: 'consulting-sales',
          text: 'Implementation costs 20,000 and saves 1,200 hours a year, what is the ROI?',
        },
        org,
        RETURN,
      ),
    ],
  };
}
