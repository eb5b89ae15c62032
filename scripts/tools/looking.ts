import type { INestApplicationContext } from '@nestjs/common';
import { variablesNamed } from '#config';
import { askPackServers, McpServersAdminModule } from '#mcp';
import { ToolMetadataModule, ToolRegistry } from '#tools';
import { packs } from '../../packs/index.ts';

/** What a command needs to look at every tool: those of files, and those that servers have told running processes of. */
export const toolModules = () => [
  ToolMetadataModule.forPacks(packs, { onlyLooks: true }),
  McpServersAdminModule,
];

/** Tools of the packs' own MCP servers that no running process has told of are asked for here. */
export async function completeTools(services: INestApplicationContext): Promise<void> {
  const unanswered = await askPackServers(services.get(ToolRegistry), variablesNamed);
  for (const { server, error } of unanswered)
    console.error(`The tools of the MCP server ${server} are not known: ${error}`);
}
