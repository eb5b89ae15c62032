import { randomUUID } from 'node:crypto';
import { insertRow, type OrgTransaction } from '#pack-kit';
import type { ActivityOutcome, ActivityType, EstioActivity } from './entities/index.ts';

interface NewActivity {
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
  await insertRow<Omit<EstioActivity, 'orgId' | 'sample'>>(tx, 'estio_activities', {
    id,
    contactId,
    dealId: dealId ?? null,
    propertyId: propertyId ?? null,
    type,
    summary,
    outcome,
    occurredAt,
    dueAt: dueAt ?? null,
    createdBy: by ?? 'system',
    createdAt: now,
  });
  await tx.query(
    `UPDATE estio_contacts SET last_activity_at = greatest(last_activity_at, $3::timestamptz)
      WHERE org_id = $1 AND id = $2`,
    [contactId, occurredAt],
  );
  return id;
}
