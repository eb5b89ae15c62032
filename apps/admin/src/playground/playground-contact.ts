import { PLAYGROUND_CONTACT } from '#contracts/console';

/** SQL: the name of the visible user behind a playground contact, or null. @param contact the column with its id. */
export const playgroundName = (contact: string): string => `
  (SELECT u.name FROM users u
    WHERE u.id = CASE WHEN ${contact} ~ '^${PLAYGROUND_CONTACT}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                      THEN substr(${contact}, ${PLAYGROUND_CONTACT.length + 1})::uuid END)`;
