export { McpHttp } from './http/mcp-http.ts';
export { isAllowedHost, isAllowedOrigin } from './http/allowed-callers.ts';
export { McpCallerRefusedError, McpConversationNotFoundError } from './mcp.errors.ts';
export { McpServerModule, type McpServerModuleOptions } from './mcp.module.ts';
export {
  MCP_CALLERS,
  type McpCallers,
  type McpConnection,
  type OpenedConnection,
} from './server/mcp-connection.ts';
export { McpServers } from './server/mcp-servers.ts';
export { serveOnStdio } from './stdio/serve-on-stdio.ts';
export { loadPackServerTools, type UnansweredServer } from './client/load-pack-server-tools.ts';
export { McpClientModule, McpServersAdminModule } from './client/mcp-client.module.ts';
export { resealServerHeaders } from './client/reseal.repository.ts';
export { OrgServers, type ServerHealth, type ServerView } from './client/org-servers.service.ts';
