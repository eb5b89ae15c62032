import { createHash } from 'node:crypto';
import type { InsightCategory } from '#pack-kit';
import { contactId, daysBefore } from './demo-contacts.ts';

export interface DemoInsight {
  id: string;
  contactId: string;
  text: string;
  category: InsightCategory;
  importance: number;
  createdAt: Date;
}

type Line = [text: string, category: InsightCategory, importance: number];

/** Leads that do not follow the rule, because scenarios depend on their insights; they have no others. */
const FIXED: Record<number, Line[]> = {
  15: [
    ['Wants to reach the beach on foot', 'preference', 8],
    ['Needs to decide before the summer', 'timeline', 7],
  ],
  16: [
    ['يفضل الطابق الأرضي', 'preference', 6],
    ['سينتقل بسبب مدارس الأولاد', 'motivation', 7],
  ],
};

const LINES: Line[] = [
  ['Prefers a bright kitchen with room for a table', 'preference', 5],
  ['Relocating for a new job in autumn', 'motivation', 8],
  ['Worried about the noise of the main road', 'objection', 6],
  ['Her brother makes the final decision', 'relationship', 7],
  ['Lease of the present flat ends in March', 'timeline', 7],
  ['Likes old stone houses with a courtyard', 'preference', 4],
  ['Looks for an investment to let by the week', 'motivation', 6],
  ['Thinks the service charge of large complexes is too high', 'objection', 5],
  ['Does not want to live on the ground floor', 'preference', 6],
  ['Wife works from home and needs a quiet study', 'relationship', 6],
  ['Must move before the school year begins', 'timeline', 9],
  ['Moves closer to the grandchildren', 'motivation', 7],
  ['Doubts that the title deed will come in time', 'objection', 8],
  ['Would give up the pool for a bigger garden', 'preference', 4],
  ['Sells a house abroad first, which takes until May', 'timeline', 6],
  ['Keeps two large dogs', 'preference', 7],
  ['Husband insists on a covered parking place', 'relationship', 5],
  ['Wants to retire on the island', 'motivation', 6],
  ['Found the last flat too dark', 'objection', 5],
  ['Asked for a lift, as the knees are weak', 'preference', 8],
  ['Partner prefers the mountains to the town', 'relationship', 4],
];

const FIRST_LEAD = 15;
const LEADS = 22;
const TOTAL = 60;

/**
 * The 60 demo insights, over the 22 leads.
 *
 * @param anchor seeding day, 00:00 UTC.
 */
export function demoInsights(orgId: string, anchor: Date): DemoInsight[] {
  const fixed = Object.entries(FIXED).flatMap(([lead, lines]) =>
    lines.map((line) => ({ lead: Number(lead), line })),
  );
  const free = Array.from({ length: LEADS }, (_, index) => FIRST_LEAD + index).filter(
    (lead) => !(lead in FIXED),
  );
  const others = Array.from({ length: TOTAL - fixed.length }, (_, index) => ({
    lead: free[index % free.length] ?? FIRST_LEAD,
    // The step is prime to the number of lines, so that no lead gets a line twice.
    line: LINES[(index * 8) % LINES.length] as Line,
  }));
  return [...fixed, ...others].map(({ lead, line: [text, category, importance] }, index) => ({
    id: stableId(`${orgId}/estio/insight/${index + 1}`),
    contactId: contactId(lead),
    text,
    category,
    importance,
    createdAt: daysBefore(anchor, 3 + ((11 * index) % 170)),
  }));
}

/** A UUID (version 8) derived from a name, so that a second seed finds the same row. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
