import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { SeenCall } from '#pack-kit';

/** Calls a tool as an MCP client, within a conversation. */
export async function callOverMcp(
  url: string,
  key: string,
  conversationId: string,
  call: { tool: string; arguments: Record<string, unknown> },
): Promise<SeenCall['result']> {
  const client = new Client({ name: 'scenario', version: '1' });
  const address = new URL(`${url}/mcp?conversation=${conversationId}`);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  try {
    const answer = await client.callTool({ name: call.tool, arguments: call.arguments });
    const [first] = answer.content;
    if (answer.isError) return failureOf(first?.type === 'text' ? first.text : '');
    return { success: true, data: answer.structuredContent as Record<string, unknown> };
  } finally {
    await client.close();
  }
}

function failureOf(text: string): SeenCall['result'] {
  const parsed = JSON.parse(text) as Partial<SeenCall['result']>;
  return { ...parsed, success: false };
}
