import { cutText } from '#contracts';
import type { Attributes } from '@opentelemetry/api';
import { ATTRIBUTES } from '#telemetry';

/** Maximum length of a thought in the summary; the steps contain the full text. */
const MAX_HEADING_CHARACTERS = 120;

/**
 * The thoughts of a model as span attributes. A single thought is its own summary; several are summarized by their first
 * lines.
 */
export function thoughtAttributes(thoughts: readonly string[] = []): Attributes {
  if (thoughts.length === 0) return {};
  if (thoughts.length === 1) return { [ATTRIBUTES.thoughtSummary]: thoughts[0] };
  return {
    [ATTRIBUTES.thoughtSummary]: thoughts.map(headingOf).join('\n'),
    [ATTRIBUTES.thoughtSteps]: JSON.stringify(thoughts),
  };
}

function headingOf(step: string): string {
  return cutText((step.split('\n', 1)[0] ?? '').replaceAll('**', '').trim(), MAX_HEADING_CHARACTERS);
}
