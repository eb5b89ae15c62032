import { z } from 'zod';
import type { ToolResult } from '#contracts';
import { anySpelling } from '#text';
import { ToolError, type OfflineMessage, type ToolContext } from '#pack-kit';

export type Source = 'screen' | 'webcam';

export const snapshotInput = z.object({
  focus_prompt: z.string().trim().max(300).optional().describe('What to look for in the picture.'),
  summaryOnly: z.boolean().default(false).describe('Leave the picture itself out.'),
});

export interface Snapshot {
  analysis: string;
  capturedAt: string;
  hasImage: boolean;
  /** A reference, never the bytes. */
  image?: { mimeType: string; ref: string };
  mode: 'cached' | 'fresh';
  ageSeconds: number;
  stale: boolean;
}

const STALE_S = 300;
const NOT_SHARED: Record<Source, string> = { screen: 'no screen share', webcam: 'no webcam picture' };

/** What was seen in the last shared picture, or with a question what is seen now. */
export async function snapshotOf(
  source: Source,
  { focus_prompt: question, summaryOnly }: z.infer<typeof snapshotInput>,
  { shared, clock, signal }: ToolContext,
): Promise<Snapshot> {
  const picture = await shared?.picture(source);
  if (!shared || !picture)
    throw new ToolError('PRECONDITION_FAILED', `There is ${NOT_SHARED[source]}: the visitor shares none.`, {
      missing: [source],
    });
  const { fileId, mediaType, sharedAt } = picture;
  const seen = question
    ? { text: (await shared.look(fileId, question, signal)).text, mode: 'fresh' as const }
    : { text: analysisOf(picture), mode: 'cached' as const };
  const ageSeconds = Math.max(0, Math.floor((clock.now().getTime() - sharedAt.getTime()) / 1_000));
  return {
    analysis: seen.text,
    capturedAt: sharedAt.toISOString(),
    hasImage: true,
    ...(!summaryOnly && { image: { mimeType: mediaType, ref: fileId } }),
    mode: seen.mode,
    ageSeconds,
    stale: ageSeconds > STALE_S,
  };
}

/** @throws ToolError as to why nothing was seen in it. */
function analysisOf({ state, analysis }: { state: string; analysis: string | null }): string {
  if (state === 'ready' && analysis !== null) return analysis;
  if (state.startsWith('NOT_CONFIGURED'))
    throw new ToolError(
      'NOT_CONFIGURED',
      'Nobody has looked at the picture: set VISION_MODEL to a model that can see.',
      {
        missingSettings: ['VISION_MODEL'],
      },
    );
  if (state === 'pending')
    throw new ToolError(
      'PRECONDITION_FAILED',
      'The picture is still being looked at; ask again in a moment.',
      {
        missing: ['analysis'],
      },
    );
  throw new ToolError('UPSTREAM_ERROR', 'The picture could not be looked at.');
}

const SAYS_NOT_SHARED: Record<Source, Record<'en' | 'ar', string>> = {
  screen: {
    en: 'I cannot see your screen: nothing of it is shared with me. Share it here, and ask again.',
    ar: 'لا أرى شاشتك لأنك لم تشاركها معي. شاركها هنا ثم اسألني مرة أخرى.',
  },
  webcam: {
    en: 'I cannot see your camera: no picture of it is shared with me. Share one here, and ask again.',
    ar: 'لا أرى صورة من كاميرتك لأنك لم تشاركها معي. شاركها هنا ثم اسألني مرة أخرى.',
  },
};
const SAYS_LOOKED_AT: Record<'en' | 'ar', string> = {
  en: 'The picture is still being looked at. Ask me again in a moment.',
  ar: 'ما زلت أنظر إلى الصورة. اسألني مرة أخرى بعد قليل.',
};

/** Words for a visitor why nothing was seen. */
export function unseen(source: Source) {
  return ({ errorClass, data }: ToolResult, _input: unknown, { language }: OfflineMessage) => {
    if (errorClass !== 'PRECONDITION_FAILED') return undefined;
    const { missing = [] } = (data ?? {}) as { missing?: unknown[] };
    const says = missing.includes('analysis') ? SAYS_LOOKED_AT : SAYS_NOT_SHARED[source];
    return language === 'ar' ? says.ar : says.en;
  };
}

const DESCRIBE = anySpelling(
  /^(?:please )?(?:what (?:do|can) you (?:see|make of)|describe|can you see (?:me|it)|take a look|look at)\b|^(?:ماذا ترى|هل ترى|صف|انظر)/iu,
);
const QUESTION = anySpelling(
  /\b(?:read|which|how many|total|totals|number|numbers|error|message|says?|column|what am i holding|what is written)\b|اقرأ|الأرقام|الخطأ|كم|ماذا أحمل/iu,
);

/** The question part of the message; a message that only asks to look has none. */
export function focusIn({ text }: OfflineMessage): string | undefined {
  return QUESTION.test(text) || !DESCRIBE.test(text.trim()) ? text.trim().slice(0, 300) : undefined;
}

export const justDescribes = ({ normalized }: OfflineMessage) =>
  /\bjust describe\b|صف فقط/u.test(normalized) ? true : undefined;

export const snapshotReply = {
  en: ({ analysis, stale, ageSeconds }: Snapshot) =>
    `${analysis}${stale ? `\n(The picture is ${Math.round(ageSeconds / 60)} minutes old.)` : ''}`,
  ar: ({ analysis, stale, ageSeconds }: Snapshot) =>
    `بحسب الصورة: ${analysis}${stale ? `\n(عمر الصورة ${Math.round(ageSeconds / 60)} دقيقة.)` : ''}`,
};
