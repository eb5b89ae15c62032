import { z } from 'zod';
import { notConfigured, preconditionFailed, type ToolContext, ToolError } from '#pack-kit';

export type Source = 'screen' | 'webcam';

export const snapshotInput = z.object({
  focus_prompt: z.string().trim().max(300).optional().describe('Question about the picture.'),
  summaryOnly: z.boolean().default(false).describe('True to leave out the picture.'),
});

export const snapshot = z.object({
  analysis: z.string(),
  capturedAt: z.string(),
  hasImage: z.boolean(),
  image: z
    .object({ mimeType: z.string(), ref: z.string() })
    .optional()
    .describe('A reference to the picture, never its bytes'),
  mode: z.enum(['cached', 'fresh']),
  ageSeconds: z.number(),
  stale: z.boolean(),
});
export type Snapshot = z.infer<typeof snapshot>;

const STALE_S = 300;
const NOT_SHARED: Record<Source, string> = { screen: 'no screen share', webcam: 'no webcam picture' };

/** Returns the stored description of the last shared picture, or with a question a new one. */
export async function snapshotOf(
  source: Source,
  { focus_prompt: question, summaryOnly }: z.infer<typeof snapshotInput>,
  { shared, clock, signal }: ToolContext,
): Promise<Snapshot> {
  const picture = await shared?.picture(source);
  if (!shared || !picture)
    throw preconditionFailed(`There is ${NOT_SHARED[source]}: the visitor shares none.`, source);
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

/** @throws ToolError with the reason why there is no description */
function analysisOf({ state, analysis }: { state: string; analysis: string | null }): string {
  if (state === 'ready' && analysis !== null) return analysis;
  if (state.startsWith('NOT_CONFIGURED'))
    throw notConfigured(
      'Nobody has looked at the picture: set VISION_MODEL to a model that can see.',
      'VISION_MODEL',
    );
  if (state === 'pending')
    throw preconditionFailed('The picture is still being looked at; ask again in a moment.', 'analysis');
  throw new ToolError('UPSTREAM_ERROR', 'The picture could not be looked at.');
}
