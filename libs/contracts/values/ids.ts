import { z } from 'zod';

/**
 * Platform rows have UUID v7 ids. Requests may contain any UUID; an unknown one is simply not found. Converted to lower case,
 * as in the database, because subscribers of a row are found by the text of its id.
 */
export const uuid = z.guid().toLowerCase();

/** A contact's id is the caller's own text for that person. */
const MAX_CONTACT_ID_CHARACTERS = 128;
export const UNSTORABLE = 'expected text without NUL or broken characters';
/** Excludes NUL, the only Unicode character that PostgreSQL cannot store in text. */
// oxlint-disable-next-line no-control-regex
export const WITHOUT_NUL = /^[^\u0000]*$/;
/** {@link WITHOUT_NUL} as arguments of `refine`, so that the pattern does not appear in the JSON Schema of console filters. */
export const NO_NUL = [
  (text: string) => WITHOUT_NUL.test(text),
  'expected text without NUL characters',
] as const;
/** Text that PostgreSQL stores unchanged: without NUL and lone surrogates. Invalid characters are rejected rather than replaced, because ids are compared. */
export const storableText = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .regex(WITHOUT_NUL, UNSTORABLE)
    .refine((text) => text.isWellFormed(), UNSTORABLE);
export const contactId = storableText(MAX_CONTACT_ID_CHARACTERS);

export const channels = ['chat', 'voice'] as const;
/** Turns of `voice` have their own queue, 2 attempts per tool and no tool cache. All other channels have the rules of `chat`. */
export const channelName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,31}$/, 'expected a lower-case name of at most 32 letters, digits, - or _');

export const orgSlug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected the slug of an org');

/** The org that a platform user has selected. */
export const pickedOrg = z.strictObject({ org: orgSlug.optional() });
export type PickedOrg = z.infer<typeof pickedOrg>;

/** 16 bytes in base64url. */
const PACKED_CHARACTERS = 22;
/** Maximum number of ids in a URL, which keeps it below the 8 KB that proxies accept. */
export const MAX_PACKED_IDS = 200;

/** Row ids in a URL, encoded by {@link packIds}. They restrict a list to the rows of the last action. */
export const packedIds = z
  .string()
  .regex(
    new RegExp(`^(?:[A-Za-z0-9_-]{${PACKED_CHARACTERS}}){1,${MAX_PACKED_IDS}}$`),
    `expected 1 to ${MAX_PACKED_IDS} ids of ${PACKED_CHARACTERS} characters each`,
  );

/** Encodes UUIDs in a short form for URLs. */
export function packIds(ids: readonly string[]): string {
  return ids.map(packId).join('');
}

/** Number of UUIDs in an encoded text, which may be unvalidated. */
export function countPacked(packed: string): number {
  return Math.floor(packed.length / PACKED_CHARACTERS);
}

/** Decodes the UUIDs of {@link packedIds}. */
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
