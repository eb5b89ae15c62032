import type { ModelTool } from '#models';
import type { OfflineTool } from '../hints.ts';
import { plainName } from './describe.ts';

/** A short question for a missing argument, in the language of the message, or in English if the pack has no other. */
export function questionFor(
  tool: ModelTool,
  spec: OfflineTool | undefined,
  parameter: string,
  language: string,
): string {
  const question = spec?.hints?.ask?.[parameter];
  if (question) return (language === 'ar' && question.ar) || question.en;
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
