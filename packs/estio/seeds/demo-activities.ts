import type { ActivityOutcome, ActivityType, EstioActivity } from '../schema/entities/index.ts';
import summaries from './demo-activities.json' with { type: 'json' };
import { contactId, daysBefore } from './demo-contacts.ts';

type DemoActivity = Omit<EstioActivity, 'orgId'>;

const SUMMARIES = summaries as [type: ActivityType, summary: string, outcome: ActivityOutcome][];

const TOTAL = 150;
const CONTACTS = 40;
const OFFICE_OPENS_UTC_HOURS = 7;
const HOUR_MS = 3_600_000;

/**
 * The 150 demo activities, of the half year before the seeding day.
 *
 * @param anchor seeding day, 00:00 UTC.
 */
export function demoActivities(anchor: Date): DemoActivity[] {
  return Array.from({ length: TOTAL }, (_, index) => {
    const [type, summary, outcome] = SUMMARIES[index % SUMMARIES.length] as (typeof SUMMARIES)[number];
    const day = daysBefore(anchor, 1 + ((7 * index) % 180));
    const occurredAt = new Date(day.getTime() + (OFFICE_OPENS_UTC_HOURS + (index % 9)) * HOUR_MS);
    return {
      id: `activity-${String(index + 1).padStart(3, '0')}`,
      contactId: contactId(1 + ((13 * index) % CONTACTS)),
      dealId: null,
      propertyId: null,
      type,
      summary,
      outcome,
      dueAt: null,
      occurredAt,
      createdBy: `agent-0${1 + (index % 3)}`,
      sample: true,
      createdAt: occurredAt,
    };
  });
}
