// An MCP server for tests with regular expressions in its schemas that its arguments and answers do not match. It uses the
// SDK's low-level Server, because McpServer would check them.
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
