import type { Database } from '#database';
import type { ConversationTools } from '#tools';

/** The conversation that an outside call names. */
export interface CalledConversation {
  id: string;
  contactId: string;
  pack: string;
  /** Language of the contact, if it is known. */
  language: string | null;
  tools: ConversationTools;
}

interface Row extends Omit<CalledConversation, 'tools'> {
  allowed: string[] | null;
  denied: string[];
}

const FIND = `
  SELECT c.id, c.contact_id AS "contactId", c.pack, p.language, c.tools_allowed AS allowed, c.tools_denied AS denied
    FROM conversations c LEFT JOIN contacts p ON p.org_id = c.org_id AND p.id = c.contact_id
   WHERE c.org_id = $1 AND c.id = $2`;

export async function calledConversation(
  database: Database,
  orgId: string,
  id: string,
): Promise<CalledConversation | undefined> {
  const [row] = await database.forOrgAtOnce(orgId, (tx) => tx.query<Row>(FIND, [id]));
  if (!row) return undefined;
  const { allowed, denied, ...rest } = row;
  return { ...rest, tools: { allowed, denied } };
}
