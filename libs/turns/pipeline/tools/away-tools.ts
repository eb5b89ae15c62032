import type { TurnFacts } from '#models';
import { described, type Pack, type ToolCaller, type ToolRegistry } from '#tools';

/** What the agent has and cannot use, as a server is away or has not told its tools since this process began. */
export function awayTools(
  registry: ToolRegistry,
  { pack, agent }: { pack: Pack; agent: string },
  caller: ToolCaller,
): Pick<TurnFacts, 'away' | 'toolsUnknown'> {
  const effective = registry.effective(caller.org.id);
  const away = caller.scope.excluded.flatMap(({ tool, away: reason }) => {
    const entry = reason && reason.besides === undefined ? effective.tool(tool) : undefined;
    return entry ? [described(entry, caller)] : [];
  });
  const untold = (pack.mcpServers ?? []).some(
    ({ name, agents }) =>
      (!agents || agents.includes(agent)) && registry.toolsOfServer(`${pack.name}/${name}`).length === 0,
  );
  return { ...(away.length > 0 && { away }), ...(untold && { toolsUnknown: true }) };
}
