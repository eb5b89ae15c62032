import { platformArtifactKinds } from './artifacts/known-kinds.ts';
import type { DescribedTool } from './dialects/described-tool.ts';
import type { RegisteredTool } from './registered-tool.ts';
import type { FoundTool, ToolContext } from '#pack-kit';

interface Match {
  registered: RegisteredTool;
  /** 0 to 1. */
  score: number;
}

/** Who is told of a tool: what may be said of it depends on that. */
export type ToldTo = Pick<ToolContext, 'caller' | 'datasets' | 'artifactKinds'>;

/** A tool as the model of this caller is told of it: a deprecated one names its replacement first. */
export function described(
  { tool, parameters }: RegisteredTool,
  { caller, datasets = [], artifactKinds = platformArtifactKinds }: ToldTo,
): DescribedTool {
  const note = tool.deprecated
    ? `Deprecated, use ${tool.deprecated.replacedBy} instead (${tool.deprecated.reason}). `
    : '';
  const more = tool.note?.({ kind: caller.kind, datasets, artifactKinds });
  return {
    name: tool.name,
    description: [`${note}${tool.description}`, more].filter(Boolean).join(' '),
    parameters,
  };
}

/** What a search has found, as `tool_search` gives it: deprecated tools behind what replaces them. */
export function foundTools(matches: readonly Match[], to: ToldTo): FoundTool[] {
  return behindReplacements(matches).map(({ registered, score }) => ({
    ...described(registered, to),
    score: Math.round(score * 10_000) / 10_000,
  }));
}

/** A deprecated tool that is found with its replacement comes after it, however well it fits. */
function behindReplacements(matches: readonly Match[]): Match[] {
  const nameOf = ({ registered }: Match) => registered.tool.name;
  const ordered = [...matches];
  // A chain of replacements needs a pass for each of its links.
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
