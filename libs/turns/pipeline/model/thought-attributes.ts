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
  const line = (step.split('\n', 1)[0] ?? '').replaceAll('**', '').trim();
  return line.length > MAX_HEADING_CHARACTERS ? `${line.slice(0, MAX_HEADING_CHARACTERS).trimEnd()}…` : line;
}
