import type { TurnFacts } from '#models';
import { described, type ToolCaller, type ToolRegistry } from '#tools';
import { type Pack } from '#pack-kit';

/** The agent's tools that cannot be used because an MCP server is away or has not listed its tools since this process started. */
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
  const unlisted = (pack.mcpServers ?? []).some(
    ({ name, agents }) =>
      (!agents || agents.includes(agent)) && registry.toolsOfServer(`${pack.name}/${name}`).length === 0,
  );
  return { ...(away.length > 0 && { away }), ...(unlisted && { toolsUnknown: true }) };
}
