import { insertRow, type OrgTransaction } from '#pack-kit';
import type { CalendarEventKind, EstioCalendarEvent, EstioViewing } from './entities/index.ts';
import { rowId } from './row-id.ts';

/** One of the office's agents. */
export interface OfficeAgent {
  /** Handle of the user. */
  id: string;
  name: string;
  /** Id of the account; null for an agent without one. */
  userId: string | null;
}

/** Users who are the agent of a listing or contact, by name. */
export function officeAgents(tx: OrgTransaction): Promise<OfficeAgent[]> {
  return tx.query<OfficeAgent>(
    `SELECT a.id, coalesce(u.name, a.id) AS name, u.id AS "userId"
       FROM (SELECT agent_user_id AS id FROM estio_properties WHERE org_id = $1 AND agent_user_id IS NOT NULL
              UNION SELECT agent_user_id FROM estio_contacts WHERE org_id = $1 AND agent_user_id IS NOT NULL) a
       LEFT JOIN users u ON u.org_id = $1 AND u.handle = a.id
      ORDER BY name, a.id`,
  );
}

export interface Busy {
  start: Date;
  end: Date;
  /** Null for a busy time of the property itself. */
  agentId: string | null;
  kind: CalendarEventKind;
}

/** Busy times of the agents in a range, and viewings of the property. */
export async function busyBetween(
  tx: OrgTransaction,
  { from, to, agentIds, propertyId }: { from: Date; to: Date; agentIds: string[]; propertyId?: string },
): Promise<Busy[]> {
  return tx.query<Busy>(
    `SELECT starts_at AS start, ends_at AS end, agent_user_id AS "agentId", kind FROM estio_calendar_events
      WHERE org_id = $1 AND agent_user_id = ANY($4) AND viewing_id IS NULL AND starts_at < $3 AND ends_at > $2
     UNION ALL
     SELECT starts_at, ends_at, CASE WHEN agent_user_id = ANY($4) THEN agent_user_id END, 'viewing' FROM estio_viewings
      WHERE org_id = $1 AND (agent_user_id = ANY($4) OR property_id = $5) AND status IN ('scheduled', 'confirmed')
        AND starts_at < $3 AND ends_at > $2
     ORDER BY 1, 3, 4`,
    [from, to, agentIds, propertyId ?? null],
  );
}

/** The property's own viewings, which keep it busy for every agent. */
export async function viewingsOfProperty(
  tx: OrgTransaction,
  propertyId: string,
  { from, to }: { from: Date; to: Date },
): Promise<{ start: Date; end: Date }[]> {
  return tx.query(
    `SELECT starts_at AS start, ends_at AS end FROM estio_viewings
      WHERE org_id = $1 AND property_id = $2 AND status IN ('scheduled', 'confirmed') AND starts_at < $4 AND ends_at > $3`,
    [propertyId, from, to],
  );
}

/** Locks agents and properties: a second booking waits until the first is committed. */
export async function lockCalendar(tx: OrgTransaction, names: readonly string[]): Promise<void> {
  for (const name of [...names].sort())
    await tx.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('estio/calendar/' || $1::text || '/' || $2, 0))`,
      [name],
    );
}

type NewViewing = Omit<EstioViewing, 'orgId' | 'status' | 'feedback' | 'sample'>;

/** The viewing and its event in the agent's calendar, which has the title. */
export async function insertViewing(tx: OrgTransaction, viewing: NewViewing, title: string): Promise<void> {
  await insertRow(tx, 'estio_viewings', viewing);
  const { id: viewingId, agentUserId, startsAt, endsAt, createdAt } = viewing;
  await insertRow<Omit<EstioCalendarEvent, 'orgId' | 'sample'>>(tx, 'estio_calendar_events', {
    id: rowId('event'),
    agentUserId,
    startsAt,
    endsAt,
    kind: 'viewing',
    title,
    viewingId,
    createdAt,
  });
}
