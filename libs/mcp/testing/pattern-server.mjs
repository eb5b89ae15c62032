// An MCP server for tests whose schemas hold regular expressions that its own arguments and answers do not fit. Below the
// SDK's own McpServer, which would check them.
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const slow = { type: 'object', properties: { said: { type: 'string', pattern: '^(a+)+$' } } };

serveStdio(() => {
  const server = new Server({ name: 'patterns', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'say', inputSchema: slow, outputSchema: slow }],
  }));
  server.setRequestHandler('tools/call', ({ params }) => ({
    content: [],
    structuredContent: params.arguments,
  }));
  return server;
});
