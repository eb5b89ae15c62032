import { createHash } from 'node:crypto';
import type { InsightCategory } from '#pack-kit';
import { contactId, daysBefore } from './demo-contacts.ts';
import texts from './demo-insights.json' with { type: 'json' };

export interface DemoInsight {
  id: string;
  contactId: string;
  text: string;
  category: InsightCategory;
  importance: number;
  createdAt: Date;
}

type Line = Pick<DemoInsight, 'text' | 'category' | 'importance'>;

/**
 * Texts of the demo insights. `fixed` are those of leads that do not follow the rule, because scenarios depend on their
 * insights; they have no others.
 */
const { fixed: FIXED, lines: LINES } = texts as { fixed: Record<number, Line[]>; lines: Line[] };

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
  return [...fixed, ...others].map(({ lead, line }, index) => ({
    id: stableId(`${orgId}/estio/insight/${index + 1}`),
    contactId: contactId(lead),
    ...line,
    createdAt: daysBefore(anchor, 3 + ((11 * index) % 170)),
  }));
}

/** A UUID (version 8) derived from a name, so that a second seed finds the same row. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
