import { PLAYGROUND_CONTACT } from '#contracts/console';

/**
 * SQL: the name of who tried something out, where `contact` is of the playground and its user is in sight; else null.
 *
 * @param contact the column with a contact's id.
 */
export const playgroundName = (contact: string): string => `
  (SELECT u.name FROM users u
    WHERE u.id = CASE WHEN ${contact} ~ '^${PLAYGROUND_CONTACT}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                      THEN substr(${contact}, ${PLAYGROUND_CONTACT.length + 1})::uuid END)`;
