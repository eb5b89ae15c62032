import type { DiagramType } from '../../prompts/tasks/architecture-diagram.task.ts';

const KEYWORDS: Record<DiagramType, RegExp> = {
  flowchart: /^flowchart\s+(?:TD|TB|BT|LR|RL)\b/,
  sequence: /^sequenceDiagram\b/,
  gantt: /^gantt\b/,
  mindmap: /^mindmap\b/,
};
const MAX_NODES = 60;
const FORBIDDEN = /^[ \t]*click\s|<\s*script|javascript:|%%\s*\{|\bhref\b|<\s*(?:iframe|img|object)\b/im;

/** The error in a model's diagram; undefined if it is valid. */
export function diagramProblem(type: DiagramType, mermaid: string): string | undefined {
  if (!KEYWORDS[type].test(mermaid.trim())) return `it must begin with the keyword of a ${type} diagram`;
  if (FORBIDDEN.test(mermaid)) return 'it must have no click, link, script or configuration directives';
  const nodes = nodeCount(type, mermaid);
  if (nodes === 0) return 'it has no nodes';
  return nodes > MAX_NODES ? `it has ${nodes} nodes, and at most ${MAX_NODES} are allowed` : undefined;
}

/** The number of elements: nodes, actors, tasks or branches. */
export function nodeCount(type: DiagramType, mermaid: string): number {
  const lines = mermaid
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('%%'));
  switch (type) {
    case 'flowchart':
      return distinct(
        lines.filter((line) => !/^(?:subgraph|end|classDef|class|style|linkStyle|direction)\b/.test(line)),
        /(?:^|(?<![-=.>ox])[-=.>ox]{2,40}(?:\s{0,20}\|[^|]{0,200}\||\s{1,20}[^-=|]{1,200}?[-=.]{2,40}>)?|&)\s{0,20}([\p{L}_][\p{L}\p{N}_]*)/gu,
      );
    case 'sequence':
      return distinct(
        lines,
        /^(?:participant|actor)?\s*([\p{L}_][\p{L}\p{N}_]*)|>>?[+-]?\s*([\p{L}_][\p{L}\p{N}_]*)\s*:/gu,
      );
    case 'gantt':
      return lines.filter(
        (line) =>
          /:/.test(line) && !/^(?:title|dateFormat|axisFormat|section|excludes|todayMarker)\b/.test(line),
      ).length;
    case 'mindmap':
      return lines.length;
  }
}

function distinct(lines: readonly string[], pattern: RegExp): number {
  const names = lines.flatMap((line) =>
    [...line.matchAll(pattern)].map((found) => found.slice(1).find(Boolean)),
  );
  return new Set(names.filter(Boolean)).size;
}
