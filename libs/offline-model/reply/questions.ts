import type { ModelTool } from '#models';
import type { OfflineTool } from '../hints.ts';
import { plainName } from './describe.ts';

/** One short question for a missing argument, in the language of the message; English where the pack has no other. */
export function askFor(
  tool: ModelTool,
  spec: OfflineTool | undefined,
  parameter: string,
  language: string,
): string {
  const asked = spec?.hints?.ask?.[parameter];
  if (asked) return (language === 'ar' && asked.ar) || asked.en;
  const properties = (tool.parameters['properties'] ?? {}) as Record<
    string,
    { description?: string } | undefined
  >;
  const words = plainName(parameter);
  const described = properties[parameter]?.description;
  const detail = described ? ` (${described.replace(/\.$/, '')})` : '';
  return language === 'ar'
    ? `أحتاج معلومة أخيرة: ${words}${detail}.`
    : `One thing is missing: ${words}${detail}. What is it?`;
}
