import { randomUUID } from 'node:crypto';
import type { OrgTransaction } from '#pack-kit';
import type { ActivityOutcome, ActivityType } from './entities/index.ts';

export interface NewActivity {
  contactId: string;
  type: ActivityType;
  summary: string;
  outcome?: ActivityOutcome;
  dealId?: string | null;
  propertyId?: string | null;
  /** Time of the event; `now` when absent. */
  occurredAt?: Date;
  /** Due time of a task. */
  dueAt?: Date | undefined;
  /** Handle or id of the user; the system when absent. */
  by: string | undefined;
  now: Date;
}

/** Adds an activity to the contact's timeline. @returns its id. */
export async function logActivity(tx: OrgTransaction, activity: NewActivity): Promise<string> {
  const { contactId, type, summary, outcome = 'none', dealId, propertyId, dueAt, by, now } = activity;
  const id = `activity-${randomUUID()}`;
  const occurredAt = activity.occurredAt ?? now;
  await tx.query(
    `INSERT INTO estio_activities (org_id, id, contact_id, deal_id, property_id, type, summary, outcome, occurred_at,
       due_at, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      contactId,
      dealId ?? null,
      propertyId ?? null,
      type,
      summary,
      outcome,
      occurredAt,
      dueAt ?? null,
      by ?? 'system',
      now,
    ],
  );
  await tx.query(
    `UPDATE estio_contacts SET last_activity_at = greatest(last_activity_at, $3::timestamptz)
      WHERE org_id = $1 AND id = $2`,
    [contactId, occurredAt],
  );
  return id;
}
