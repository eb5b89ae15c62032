import { platformArtifactKinds } from './artifacts/known-kinds.ts';
import type { DescribedTool } from './dialects/described-tool.ts';
import type { RegisteredTool } from './registered-tool.ts';
import type { FoundTool, ToolContext } from '#pack-kit';

interface Match {
  registered: RegisteredTool;
  /** 0 to 1. */
  score: number;
}

/** The context on which the description of a tool depends. */
export type ToolAudience = Pick<ToolContext, 'caller' | 'datasets' | 'artifactKinds'>;

/** Describes a tool to the model of this caller. The description of a deprecated tool begins with its replacement. */
export function describeTool(
  { tool, parameters }: RegisteredTool,
  { caller, datasets = [], artifactKinds = platformArtifactKinds }: ToolAudience,
): DescribedTool {
  const note = tool.deprecated
    ? `Deprecated, use ${tool.deprecated.replacedBy} (${tool.deprecated.reason}). `
    : '';
  const to = { kind: caller.kind, datasets, artifactKinds };
  const more = tool.note?.(to);
  return {
    name: tool.name,
    description: [`${note}${tool.description}`, more].filter(Boolean).join(' '),
    parameters: tool.values ? withValues(parameters, tool.values(to)) : parameters,
  };
}

/** Schemas with values, by schema: the token count and the dialects cache by schema object. */
const valued = new WeakMap<object, Map<string, Record<string, unknown>>>();

function withValues(parameters: Record<string, unknown>, values: Record<string, readonly string[]>) {
  const known = valued.get(parameters) ?? new Map<string, Record<string, unknown>>();
  valued.set(parameters, known);
  const key = JSON.stringify(values);
  const properties = { ...(parameters.properties as Record<string, object>) };
  for (const [name, list] of Object.entries(values)) properties[name] = { ...properties[name], enum: list };
  const made = known.get(key) ?? { ...parameters, properties };
  known.set(key, made);
  return made;
}

/** The results of a tool search as `tool_search` returns them: deprecated tools come after their replacements. */
export function toSearchResults(matches: readonly Match[], to: ToolAudience): FoundTool[] {
  return behindReplacements(matches).map(({ registered, score }) => ({
    ...describeTool(registered, to),
    score: Math.round(score * 10_000) / 10_000,
  }));
}

/** Moves a deprecated tool behind its replacement if the search found both, whatever their scores. */
function behindReplacements(matches: readonly Match[]): Match[] {
  const nameOf = ({ registered }: Match) => registered.tool.name;
  const ordered = [...matches];
  // A chain of replacements needs one pass per link.
  for (const _pass of matches) {
    for (const match of matches) {
      const { deprecated } = match.registered.tool;
      const place = ordered.indexOf(match);
      const replacement = ordered.findIndex((other) => nameOf(other) === deprecated?.replacedBy);
      if (replacement > place) ordered.splice(replacement, 0, ...ordered.splice(place, 1));
    }
  }
  return ordered;
}
