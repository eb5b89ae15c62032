import type { OfflineMessage, RoutineCall } from '#pack-kit';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { offlineHints } from '../../tools/offline-hints.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';

/**
 * What a call gave, as its tool words it, with whose data they are; undefined where it failed.
 *
 * @param isYearSaid otherwise it is told that the latest year was taken.
 */
export function callInWords(
  tool: GeoTool,
  made: RoutineCall,
  message: OfflineMessage,
  isYearSaid = true,
): string | undefined {
  const { result } = made;
  if (!result?.success) return undefined;
  const language = languageOf(message);
  const { reply } = offlineHints(tool);
  const year = made.arguments['year'];
  const said = (reply[language] ?? reply.en)(result.data as never, made.arguments as never, {
    ...message,
    // The year is that of the call, which the message need not name.
    normalized:
      year === undefined || !isYearSaid ? message.normalized : `${message.normalized} ${String(year)}`,
  });
  const { sample } = result.data as { sample?: boolean };
  return sample ? `${said}\n${SAMPLE[language]}` : said;
}
