import { z } from 'zod';

/**
 * Platform rows have UUID v7 ids. Any UUID may be asked for, as it is one that the org does not have; in lower case, as
 * the database writes them, since what listens to a row is found by the text of its id.
 */
export const uuid = z.guid().toLowerCase();

/** A contact's id is the caller's own text for that person. */
const MAX_CONTACT_ID_CHARACTERS = 128;
export const UNSTORABLE = 'expected text without NUL or broken characters';
/** The one character of Unicode that the database does not keep in text. */
// oxlint-disable-next-line no-control-regex
export const WITHOUT_NUL = /^[^\u0000]*$/;
/** What {@link WITHOUT_NUL} says, for `refine`: filters of the console keep it out of their schemas. */
export const NO_NUL = [
  (text: string) => WITHOUT_NUL.test(text),
  'expected text without NUL characters',
] as const;
/** Text that can be stored as it is: no NUL, no half of a character. Ids are compared, so nothing in them is replaced. */
export const storableText = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .regex(WITHOUT_NUL, UNSTORABLE)
    .refine((text) => text.isWellFormed(), UNSTORABLE);
export const contactId = storableText(MAX_CONTACT_ID_CHARACTERS);

export const channels = ['chat', 'voice'] as const;
/** A turn over `voice` has its own queue, 2 attempts per tool and no tool cache. Other channel names follow the rules of chat. */
export const channelName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,31}$/, 'expected a lower-case name of at most 32 letters, digits, - or _');

export const orgSlug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected the slug of an org');

/** The org that somebody of the platform has picked. */
export const pickedOrg = z.strictObject({ org: orgSlug.optional() });
export type PickedOrg = z.infer<typeof pickedOrg>;

/** 16 bytes in base64url. */
const PACKED_CHARACTERS = 22;
/** Rows that an address may name, which keeps it under the 8 KB that proxies take. */
export const MAX_PACKED_IDS = 200;

/** Ids of rows that an address names, as {@link packIds} writes them: a list narrowed to what was just acted on. */
export const packedIds = z
  .string()
  .regex(
    new RegExp(`^(?:[A-Za-z0-9_-]{${PACKED_CHARACTERS}}){1,${MAX_PACKED_IDS}}$`),
    `expected 1 to ${MAX_PACKED_IDS} ids of ${PACKED_CHARACTERS} characters each`,
  );

/** UUIDs, short enough for an address. */
export function packIds(ids: readonly string[]): string {
  return ids.map(packId).join('');
}

/** How many UUIDs such a text names, also one that was not checked. */
export function countPacked(packed: string): number {
  return Math.floor(packed.length / PACKED_CHARACTERS);
}

/** The UUIDs of {@link packedIds}. */
export function unpackIds(packed: string): string[] {
  return Array.from({ length: countPacked(packed) }, (_, at) =>
    unpackId(packed.slice(at * PACKED_CHARACTERS, (at + 1) * PACKED_CHARACTERS)),
  );
}

function packId(id: string): string {
  const bytes = id.replaceAll('-', '').match(/../g) ?? [];
  const text = btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function unpackId(packed: string): string {
  const bytes = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const hex = [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
