import { toJsonText, type Schema } from '../../libs/contracts/testing/nearly.ts';
import { messagesIn } from '../e2e/mcp.fixture.ts';
import type { ProbedServers, ProbeRequest } from './servers.ts';

/** A tool as MCP lists it for a demo org's key. */
export interface McpTool {
  /** `MCP demo search_properties`. */
  name: string;
  /** Slug of the org. */
  org: string;
  tool: string;
  inputSchema: Schema;
  /** @param conversation id of the connection's conversation */
  call(given: unknown, conversation?: string): ProbeRequest;
}

interface ListedTool {
  name: string;
  inputSchema: Schema;
}

const REVISION = '2025-11-25';
const MCP_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  host: 'localhost',
};

/** Every tool of every demo org, each in a session of the org's key. */
export async function mcpToolsOf(servers: ProbedServers): Promise<McpTool[]> {
  const tools: McpTool[] = [];
  for (const { apiKey, slug } of servers.demo.orgs) {
    const session = await openSession(servers, apiKey);
    for (const { name: tool, inputSchema } of await listTools(servers, apiKey, session))
      tools.push({
        name: `MCP ${slug} ${tool}`,
        org: slug,
        tool,
        inputSchema,
        call: (given, conversation) => {
          const params = { name: tool, arguments: given };
          const request = post(apiKey, { id: 1, method: 'tools/call', params }, session);
          if (conversation === undefined) return request;
          return { ...request, url: `${request.url}&conversation=${conversation}` };
        },
      });
  }
  return tools;
}

function post(apiKey: string, message: object, session?: string): ProbeRequest {
  return {
    server: 'api',
    method: 'POST',
    url: '/mcp?tools=all',
    headers: {
      ...MCP_HEADERS,
      authorization: `Bearer ${apiKey}`,
      ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': REVISION }),
    },
    payload: toJsonText({ jsonrpc: '2.0', ...message }),
  };
}

async function openSession(servers: ProbedServers, apiKey: string): Promise<string> {
  const params = {
    protocolVersion: REVISION,
    capabilities: {},
    clientInfo: { name: 'probes', version: '1' },
  };
  const answer = await servers.ask(post(apiKey, { id: 1, method: 'initialize', params }));
  const session = answer.headers['mcp-session-id'];
  if (!session) throw new Error(`The server has opened no session: ${answer.status} ${answer.text}`);
  await servers.ask(post(apiKey, { method: 'notifications/initialized' }, session));
  return session;
}

async function listTools(servers: ProbedServers, apiKey: string, session: string): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await servers.ask(post(apiKey, { id: 2, method: 'tools/list', params }, session));
    const messages = messagesIn(answer.text, answer.headers['content-type'] ?? '');
    const result = messages.at(-1)?.result as { tools: ListedTool[]; nextCursor?: string } | undefined;
    if (!result) throw new Error(`The tools are not listed: ${answer.status} ${answer.text}`);
    tools.push(...result.tools);
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return tools;
}
