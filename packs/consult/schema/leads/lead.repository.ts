import type { OrgTransaction } from '#pack-kit';
import type { StatedProfile } from '../../agents/lead-profile.ts';

/** The known facts about a visitor, for tools and replies. */
export interface LeadProfile {
  name: string | null;
  email: string | null;
  company: string | null;
  role: string | null;
  industry: string | null;
  website: string | null;
  teamRoles: string | null;
  techStack: string | null;
  painPoints: string[];
  currentState: string | null;
  score: number;
  bookedAt: Date | null;
}

/** Points of the lead score; they add up to 100. */
const SCORE = `
    CASE WHEN company IS NULL THEN 0 ELSE 10 END
  + CASE WHEN role IS NULL THEN 0 ELSE 10 END
  + CASE WHEN role ~* '\\m(c[efimot]o|chief|vp|vice president|president|head|managing director|founder|owner)\\M' OR role ~ '(رئيس|مؤسس|المدير التنفيذي)'
         THEN 10 ELSE 0 END
  + CASE WHEN cardinality(pain_points) > 0 THEN 15 ELSE 0 END
  + CASE WHEN tech_stack IS NULL THEN 0 ELSE 10 END
  + CASE WHEN website IS NULL THEN 0 ELSE 5 END
  + CASE WHEN monthly_value >= 5000 THEN 15 ELSE 0 END
  + CASE WHEN asked_for_price THEN 10 ELSE 0 END
  + CASE WHEN booking_link_shared_at IS NULL THEN 0 ELSE 15 END`;
const SCORE_LEAD = `UPDATE consult_leads SET score = ${SCORE} WHERE org_id = $1 AND id = $2`;
const MAX_PAIN_POINTS = 20;
const ADD_PAIN_POINTS = `(SELECT coalesce(array_agg(point ORDER BY place), '{}') FROM (
    SELECT point, min(place) AS place FROM unnest(pain_points || $4::text[]) WITH ORDINALITY AS points(point, place)
     GROUP BY point ORDER BY min(place) LIMIT ${MAX_PAIN_POINTS}) AS kept)`;

const FIND = `
  SELECT name, email, company, role, industry, website, team_roles AS "teamRoles", tech_stack AS "techStack",
         pain_points AS "painPoints", current_state AS "currentState", score, booked_at AS "bookedAt"
    FROM consult_leads WHERE org_id = $1 AND id = $2`;

/** @returns undefined for a contact that is no lead. */
export async function findLead(tx: OrgTransaction, contactId: string): Promise<LeadProfile | undefined> {
  const [row] = await tx.query<LeadProfile>(FIND, [contactId]);
  return row;
}

/** Ids of leads whose id or name begins with `typed`. */
export async function leadIds(tx: OrgTransaction, typed: string, most: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM consult_leads
      WHERE org_id = $1 AND (starts_with(id, $2) OR starts_with(lower(name), lower($2))) ORDER BY id LIMIT $3`,
    [typed, most],
  );
  return rows.map(({ id }) => id);
}

/** Creates a lead for a visitor who writes; does nothing if one exists. */
export async function addLead(
  tx: OrgTransaction,
  lead: { id: string; name: string | null; conversationId?: string },
  now: Date,
): Promise<void> {
  await tx.execute(
    `INSERT INTO consult_leads (org_id, id, conversation_id, name, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (org_id, id) DO NOTHING`,
    [lead.id, lead.conversationId ?? null, lead.name, now],
  );
}

/** Stores the facts that a visitor stated; earlier facts that are not stated again stay. Updates the score. */
export async function learn(
  tx: OrgTransaction,
  contactId: string,
  told: StatedProfile & { painPoints?: string[] },
  now: Date,
): Promise<void> {
  const points = [...(told.painPoints ?? []), ...(told.painPoint ? [told.painPoint] : [])];
  await tx.execute(
    `UPDATE consult_leads
        SET updated_at = $3, pain_points = ${ADD_PAIN_POINTS}, name = coalesce($5, name), email = coalesce($6, email),
            company = coalesce($7, company), role = coalesce($8, role), industry = coalesce($9, industry),
            website = coalesce($10, website), team_roles = coalesce($11, team_roles),
            tech_stack = coalesce($12, tech_stack), current_state = coalesce($13, current_state),
            asked_for_price = asked_for_price OR $14
      WHERE org_id = $1 AND id = $2`,
    [
      contactId,
      now,
      points,
      told.name ?? null,
      told.email ?? null,
      told.company ?? null,
      told.role ?? null,
      told.industry ?? null,
      told.website ?? null,
      told.teamRoles ?? null,
      told.techStack ?? null,
      told.currentState ?? null,
      told.askedForPrice ?? false,
    ],
  );
  await tx.execute(SCORE_LEAD, [contactId]);
}

/** Stores that the visitor received the booking link. */
export async function markBookingLinkShared(tx: OrgTransaction, contactId: string, now: Date): Promise<void> {
  await tx.execute(
    'UPDATE consult_leads SET booking_link_shared_at = $3, updated_at = $3 WHERE org_id = $1 AND id = $2',
    [contactId, now],
  );
  await tx.execute(SCORE_LEAD, [contactId]);
}

/** Stores a calculated value; the highest one counts. Sent without waiting for other statements. */
export async function noteMonthlyValue(
  tx: OrgTransaction,
  contactId: string,
  monthlyValue: number,
  now: Date,
): Promise<void> {
  await Promise.all([
    tx.execute(
      `UPDATE consult_leads SET monthly_value = greatest(monthly_value, $3), updated_at = $4 WHERE org_id = $1 AND id = $2`,
      [contactId, monthlyValue, now],
    ),
    tx.execute(SCORE_LEAD, [contactId]),
  ]);
}

/** Adds the capability `$3` to the list of a table, once. */
const withCapability = (table: string) => `
  CASE WHEN $3::text = ANY(${table}.capabilities_shown) THEN ${table}.capabilities_shown
       ELSE ${table}.capabilities_shown || $3::text END`;

/**
 * Stores the capabilities shown to a visitor, for the lead and the conversation. Sent without waiting for other
 * statements.
 */
export async function noteCapability(
  tx: OrgTransaction,
  place: { contactId: string | undefined; conversationId: string | undefined },
  capability: string,
  now: Date,
): Promise<void> {
  const { contactId, conversationId } = place;
  const statements: Promise<unknown>[] = [];
  if (contactId !== undefined)
    statements.push(
      tx.execute(
        `UPDATE consult_leads SET capabilities_shown = ${withCapability('consult_leads')}, updated_at = $4
          WHERE org_id = $1 AND id = $2`,
        [contactId, capability, now],
      ),
    );
  if (conversationId !== undefined)
    statements.push(
      tx.execute(
        `INSERT INTO consult_sessions (org_id, conversation_id, contact_id, capabilities_shown, updated_at)
         VALUES ($1, $2, $4, ARRAY[$3::text], $5)
         ON CONFLICT (org_id, conversation_id) DO UPDATE
           SET capabilities_shown = ${withCapability('consult_sessions')}, updated_at = excluded.updated_at`,
        [conversationId, capability, contactId ?? null, now],
      ),
    );
  await Promise.all(statements);
}

/** A retried turn, or a late webhook, does not overwrite newer facts. */
const isNews = (toldAt: string) => `(booking_told_at IS NULL OR booking_told_at < ${toldAt})`;

/** Stores what staff say about a lead's call, unless there is a newer fact; an existing booking keeps its time. */
export async function noteBooking(
  tx: OrgTransaction,
  contactId: string,
  { booked, toldAt }: { booked: boolean; toldAt: Date },
  now: Date,
): Promise<void> {
  await tx.execute(
    `UPDATE consult_leads SET booked_at = CASE WHEN $3 THEN coalesce(booked_at, $4) END, booking_told_at = $4, updated_at = $5
      WHERE org_id = $1 AND id = $2 AND ${isNews('$4')}`,
    [contactId, booked, toldAt, now],
  );
}

/**
 * Stores a booking for the conversation's contact, otherwise for every lead with the e-mail address.
 *
 * @returns the number of updated leads
 */
export async function markBooked(
  tx: OrgTransaction,
  booking: { conversationId: string | undefined; email: string | undefined; booked: boolean; toldAt: Date },
  now: Date,
): Promise<number> {
  const { conversationId, email, booked, toldAt } = booking;
  const set = `SET booked_at = $3, booking_told_at = $4, updated_at = $5`;
  const values = [booked ? toldAt : null, toldAt, now];
  if (conversationId !== undefined) {
    const [lead] = await tx.query<{ id: string }>(
      `SELECT l.id FROM consult_leads l JOIN conversations c ON c.org_id = l.org_id AND c.contact_id = l.id
        WHERE l.org_id = $1 AND c.id = $2`,
      [conversationId],
    );
    if (lead)
      return tx.execute(`UPDATE consult_leads ${set} WHERE org_id = $1 AND id = $2 AND ${isNews('$4')}`, [
        lead.id,
        ...values,
      ]);
  }
  if (email === undefined) return 0;
  return tx.execute(
    `UPDATE consult_leads ${set} WHERE org_id = $1 AND email = lower($2) AND ${isNews('$4')}`,
    [email, ...values],
  );
}
