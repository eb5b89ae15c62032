import type { ActivityOutcome, ActivityType, EstioActivity } from '../schema/entities/index.ts';
import { contactId, daysBefore } from './demo-contacts.ts';

type DemoActivity = Omit<EstioActivity, 'orgId'>;

const SUMMARIES: [type: ActivityType, summary: string, outcome: ActivityOutcome][] = [
  ['call', 'Called to ask what has changed since last time', 'neutral'],
  ['email', 'Sent a list of three listings', 'none'],
  ['message', 'Answered a question about the title deed', 'positive'],
  ['meeting', 'Met at the office to go through the budget', 'positive'],
  ['viewing', 'Showed a listing and talked about the neighbourhood', 'neutral'],
  ['note', 'Will call back after talking to the family', 'none'],
  ['call', 'Called and got no answer', 'no_answer'],
  ['task', 'Prepare a comparison of two listings', 'none'],
  ['document', 'Received a copy of the passport', 'none'],
  ['message', 'Asked whether the price is final', 'neutral'],
  ['viewing', 'Showed a listing; it was too small', 'negative'],
];

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
