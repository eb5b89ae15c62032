import { z } from 'zod';

/** Platform rows have UUID v7 ids. */
export const uuid = z.uuid();

/** A contact's id is the caller's own text for that person. */
export const MAX_CONTACT_ID_CHARACTERS = 128;
export const contactId = z.string().min(1).max(MAX_CONTACT_ID_CHARACTERS);

export const channels = ['chat', 'voice'] as const;
/** A turn over `voice` has its own queue, 2 attempts per tool and no tool cache. Other channel names follow the rules of chat. */
export const channelName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,31}$/, 'expected a lower-case name of at most 32 letters, digits, - or _');
