import { rankTools } from './ranking/rank-tools.ts';
import type { ToolBroker } from './selection/tool-broker.ts';
import type { ToolMatch, ToolQuery } from './tool-index.ts';

/** Returns at most `most` matches above `minScore`, best first; equal scores keep the order of the broker's ranking. */
export function bestMatches(
  broker: ToolBroker,
  scored: readonly ToolMatch[],
  query: string,
  { most, minScore }: Pick<ToolQuery, 'most' | 'minScore'>,
): ToolMatch[] {
  const matches = scored.filter(({ score }) => score > minScore);
  const index = broker.indexOf(matches.map(({ registered }) => registered));
  const { order } = rankTools({ index, message: query, most: index.size });
  const places = new Map(order.map((at, place) => [index.documents[at]!.name, place]));
  const place = ({ registered }: ToolMatch) => places.get(registered.tool.name) ?? 0;
  return matches.toSorted((a, b) => b.score - a.score || place(a) - place(b)).slice(0, most);
}
