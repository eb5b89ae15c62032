import type { OfflineMessage } from '#pack-kit';
import { hasPhrase } from '#text';

/** Common names of artifact kinds. */
const KINDS: Record<string, readonly string[]> = {
  conversation_summary: ['summary', 'settled so far', 'ملخص'],
  bom: ['bom', 'parts list', 'bill of materials', 'قائمة القطع'],
  wiring: ['wiring', 'schematic', 'التوصيل', 'التوصيلات'],
  budget: ['budget', 'cost breakdown', 'الميزانية'],
  code: ['code', 'firmware', 'الكود'],
  mvp: ['mvp', 'feature list', 'قائمة الميزات'],
  prd: ['prd', 'requirements', 'requirements document', 'المتطلبات'],
  context: ['project brief', 'project context', 'brief', 'وصف المشروع'],
};
const FILE_PATH = /(?:^|[\s"'`(])((?:[\w.-]{1,64}\/){0,16}[\w-]{1,64}\.[a-z]{1,5})(?=$|[\s"'`),.?!:])/i;

/** A relative path such as `src/main.cpp`. */
export function pathIn({ text }: OfflineMessage): string | undefined {
  return FILE_PATH.exec(text)?.[1];
}

/** The artifact kind in the message. A file path means `code`. */
export function kindIn(message: OfflineMessage): string | undefined {
  const words = message.normalized.split(' ');
  const named = Object.entries(KINDS).find(([, names]) => hasPhrase(words, names));
  return named?.[0] ?? (pathIn(message) ? 'code' : undefined);
}
