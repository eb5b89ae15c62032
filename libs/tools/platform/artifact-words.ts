import type { OfflineMessage } from '#pack-kit';
import { hasPhrase } from '#text';

/** What people call the usual kinds of artifacts, for the offline model. A pack's own names are found as they are. */
const KIND_WORDS: Record<string, readonly string[]> = {
  conversation_summary: [
    'summary',
    'what have we settled',
    'what have we done',
    'what did we do',
    'where were we',
    'where are we',
    'so far',
    'recap',
    'summarise',
    'summarize',
    'ملخص',
    'لخص',
    'ماذا اتفقنا',
    'ماذا فعلنا',
    'ماذا أنجزنا',
    'أين وصلنا',
    'حتى الآن',
  ],
  bom: ['bom', 'parts list', 'bill of materials', 'components list', 'shopping list', 'قائمة القطع'],
  wiring: ['wiring', 'connection table', 'schematic', 'التوصيل', 'التوصيلات'],
  budget: ['budget', 'cost breakdown', 'cost sheet', 'الميزانية'],
  code: ['code', 'firmware', 'sketch', 'source files', 'الكود', 'البرنامج'],
  mvp: ['mvp', 'feature list', 'core features', 'قائمة الميزات'],
  prd: ['prd', 'requirements', 'requirements document', 'المتطلبات'],
  context: ['project brief', 'project context', 'brief', 'وصف المشروع'],
};
const FILE_PATH = /(?:^|[\s"'`(])((?:[\w.-]+\/)*[\w-]+\.[a-z]{1,5})(?=$|[\s"'`),.?!:])/i;

/** A relative path such as `src/main.cpp`. */
export function pathIn({ text }: OfflineMessage): string | undefined {
  return FILE_PATH.exec(text)?.[1];
}

/** The kind that the message names; a file stands in `code`. */
export function kindIn(message: OfflineMessage): string | undefined {
  const words = message.normalized.split(' ');
  const named = Object.entries(KIND_WORDS).find(([, names]) => hasPhrase(words, names));
  return named?.[0] ?? (pathIn(message) ? 'code' : undefined);
}

export const MAX_TITLE_CHARACTERS = 120;

/**
 * "Titled "Rain gauge"": an artifact's title stands in quotation marks behind one of these. Each part is bounded, since
 * a message may be long and a part without an end would be read anew from every place.
 */
const TITLE =
  /(?:\b(?:(?:en)?titled|called|named|headed|(?:with|under|and) the (?:title|heading|name)|(?:with|under|and) title)|(?<!\p{L})(?:بعنوان|عنوانه|عنوانها|باسم|اسمه|اسمها))\s{0,3}:?\s{0,3}(?:"([^"]{1,120})"|“([^”]{1,120})”|«([^»]{1,120})»|„([^“”]{1,120})[“”]|'([^']{1,120})'(?=$|[\s.,:!?]))/iu;

/** The title that the message gives the artifact. */
export function titleIn({ text }: OfflineMessage): string | undefined {
  const title = TITLE.exec(text)?.slice(1).find(Boolean)?.trim();
  return title && title.length <= MAX_TITLE_CHARACTERS ? title : undefined;
}

const QUOTED = /"([^"]+)"|“([^“”]+)”|«([^«»]+)»/u;

/** What a message that names a title gives beside it: a quotation, what stands behind a colon, or the rest of it. */
export function contentBesideTitle(message: OfflineMessage): string | undefined {
  const found = titleIn(message) === undefined ? null : TITLE.exec(message.text);
  if (!found) return undefined;
  const before = message.text.slice(0, found.index).trimEnd().replace(/[,،]$/, '');
  const rest = before + message.text.slice(found.index + found[0].length);
  const quoted = QUOTED.exec(rest)?.slice(1).find(Boolean);
  return (quoted ?? /:\s+(\S[\s\S]*)$/.exec(rest)?.[1] ?? rest).trim() || undefined;
}

/** Kinds of one's own may have any name; what is longer is no name. */
const MAX_WORDS_OF_A_KIND = 2;

/** A message that may answer which kind is meant. */
export function mayNameKind(message: OfflineMessage): boolean {
  return kindIn(message) !== undefined || message.normalized.split(' ').length <= MAX_WORDS_OF_A_KIND;
}
