import { playedTurn, wordedTurn, type SeededConversation, type SeededOrg, type SeededTurn } from '#pack-kit';
import { analyzeMarketTrends } from '../tools/analyze-market-trends.tool.ts';
import { calculateMortgage } from '../tools/calculate-mortgage.tool.ts';
import { scheduleViewing } from '../tools/schedule-viewing.tool.ts';
import { searchProperties } from '../tools/search-properties.tool.ts';
import type { demoCalendar } from './demo-calendar.ts';
import { contactId } from './demo-contacts.ts';
import talks from './demo-conversations.json' with { type: 'json' };
import { stableId } from './demo-insights.ts';
import { demoReplies } from './demo-replies.ts';
import { demoOrg } from './demo-org.ts';
import type { DemoProperty } from './demo-properties.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS = 4 * 60_000;
/** The last conversation is older than the limit for continuing it automatically. */
const LAST_DAY = 3;
const FIRST_HOUR_UTC = 7;
const HOURS = 9;

const TOOLS = { search: searchProperties, mortgage: calculateMortgage, market: analyzeMarketTrends } as const;

/** A message and its answer: a text, a call of a reading tool, or the booked viewing. */
type DemoLine = { agent: string; text: string; staff?: string } & (
  { reply: string } | { ask: keyof typeof TOOLS; with: Record<string, unknown> } | { books: true }
);

/** The messages of the demo's leads, in the order of time; they match the leads' rows. */
const conversationLines = talks as {
  /** Number of the contact: 15 for contact-015. */
  contact: number;
  channel?: string;
  lines: DemoLine[];
}[];

type Viewing = ReturnType<typeof demoCalendar>['viewings'][number];

const idOf = (index: number) => stableId(`estio/conversation/${index + 1}`);
export const demoConversationIds: readonly string[] = conversationLines.map((_, index) => idOf(index));

/**
 * The missing ones of the 20 demo conversations in the weeks before the seeding day. Their results match the demo rows.
 *
 * @param anchor seeding day, 00:00 UTC.
 */
export async function demoConversations(
  anchor: Date,
  org: SeededOrg,
  {
    properties,
    viewings,
    missing,
  }: {
    properties: DemoProperty[];
    viewings: Viewing[];
    missing: ReadonlySet<string>;
  },
): Promise<SeededConversation[]> {
  // Each viewing was booked in one of the conversations, or by a person.
  const past = viewings.filter(({ startsAt }) => startsAt < anchor).reverse();
  const conversations: SeededConversation[] = [];
  for (const [index, { contact, channel = 'web', lines }] of conversationLines.entries()) {
    if (!missing.has(idOf(index))) continue;
    const viewing = lines.some((line) => 'books' in line)
      ? found(past, ({ contactId: id }) => id === contactId(contact))
      : undefined;
    const day = LAST_DAY + conversationLines.length - index;
    const hour = FIRST_HOUR_UTC + ((5 * index) % HOURS);
    const begun =
      viewing === undefined
        ? anchor.getTime() - day * DAY_MS + hour * HOUR_MS
        : viewing.createdAt.getTime() - (lines.length - 1) * STEP_MS;
    const turns: SeededTurn[] = [];
    for (const [step, line] of lines.entries())
      turns.push(await turnOf(line, new Date(begun + step * STEP_MS), org, { properties, viewing }));
    conversations.push({
      id: idOf(index),
      contactId: contactId(contact),
      pack: 'estio',
      channel,
      turns,
    });
  }
  return conversations;
}

function turnOf(
  line: DemoLine,
  at: Date,
  org: SeededOrg,
  { properties, viewing }: { properties: DemoProperty[]; viewing: Viewing | undefined },
): Promise<SeededTurn> | SeededTurn {
  const { agent, text, staff } = line;
  const asked = { at, agent, text, ...(staff !== undefined && { staff }) };
  if ('reply' in line) return { ...asked, reply: line.reply };
  if ('ask' in line) return playedTurn(TOOLS[line.ask], line.with, asked, org, demoReplies[line.ask]);
  if (viewing === undefined) throw new Error(`There is no viewing that “${text}” booked`);
  return viewingTurn(asked, properties, viewing);
}

/** The contact's viewing in the calendar. */
function viewingTurn(
  asked: Parameters<typeof wordedTurn>[3],
  properties: DemoProperty[],
  { id: viewingId, propertyId, contactId: of, agentUserId, ...viewing }: Viewing,
): SeededTurn {
  const { title } = found(properties, ({ id }) => id === propertyId);
  const { name } = found(demoOrg.users, ({ handle }) => handle === agentUserId);
  const startsAt = viewing.startsAt.toISOString();
  return wordedTurn(
    scheduleViewing,
    { propertyId, contactId: of, startsAt },
    {
      viewingId,
      startsAt,
      endsAt: viewing.endsAt.toISOString(),
      timezone: demoOrg.timezone,
      property: { id: propertyId, title },
      agent: { id: agentUserId, name },
      dealId: null,
      dealStage: null,
      notification: 'none',
    },
    asked,
    demoReplies.viewing,
  );
}

function found<Row>(rows: readonly Row[], fits: (row: Row) => boolean): Row {
  const row = rows.find(fits);
  if (row === undefined) throw new Error('A demo conversation names something that is not a demo row');
  return row;
}
