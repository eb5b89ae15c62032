import type { INestApplicationContext } from '@nestjs/common';
import { variablesNamed } from '#config';
import { loadPackServerTools, McpServersAdminModule } from '#mcp';
import { ToolMetadataModule, ToolRegistry } from '#tools';
import { packs } from '../../packs/index.ts';

/** Modules for commands that read every tool: those of files, and those that running processes got from MCP servers. */
export const toolModules = () => [
  ToolMetadataModule.forPacks(packs, { readOnly: true }),
  McpServersAdminModule,
];

/** Asks the packs' own MCP servers for tools that no running process has recorded. */
export async function completeTools(services: INestApplicationContext): Promise<void> {
  const unanswered = await loadPackServerTools(services.get(ToolRegistry), variablesNamed);
  for (const { server, error } of unanswered)
    console.error(`The tools of the MCP server ${server} are not known: ${error}`);
}
