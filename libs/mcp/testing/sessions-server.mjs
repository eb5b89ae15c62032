// An MCP server for tests with sessions over HTTP, written with the official SDK. Arguments: port, and a file to which each
// run of a tool adds a line. The paths /answer/STATUS (1: never), /forget, /hold and /release change what it does next: new
// sessions wait while they are held; the first runs of slow tools never end.
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const [port, runsFile] = process.argv.slice(2);
// Most servers answer 404 to an unknown session; the SDK's own example answers 400, and others 200 with an error.
const {
  UNKNOWN_SESSION = '404',
  HANGS = '1',
  AS_JSON,
  TOOLS = 'look,send,slow_look,slow_send',
} = process.env;
const sessions = new Map();
let status = 0;
let held = Promise.withResolvers();
held.resolve();

function build() {
  const server = new McpServer({ name: 'sessions-for-tests', version: '1.0.0' });
  for (const name of TOOLS.split(','))
    server.registerTool(
      name,
      {
        description: `Is ${name}.`,
        inputSchema: fromJsonSchema({ type: 'object' }),
        annotations: { readOnlyHint: name.includes('look') },
      },
      async () => {
        appendFileSync(runsFile, `${name}\n`);
        const runs = readFileSync(runsFile, 'utf8')
          .split('\n')
          .filter((line) => line === name).length;
        if (name.startsWith('slow') && runs <= Number(HANGS)) await new Promise(() => {});
        return { content: [{ type: 'text', text: JSON.stringify({ pid: process.pid }) }] };
      },
    );
  return server;
}

async function serve(request, response) {
  const [, order, value] = request.url.split('/');
  if (order === 'answer') status = Number(value);
  if (order === 'hold') held = Promise.withResolvers();
  if (order === 'release') held.resolve();
  if (order === 'forget') {
    for (const transport of sessions.values()) await transport.close();
    sessions.clear();
  }
  if (order !== 'mcp') return response.end();
  if (status === 1) return;
  if (status) return response.writeHead(status).end('<html>'.repeat(10_000));
  const id = request.headers['mcp-session-id'];
  let transport = sessions.get(id);
  if (id && !transport && UNKNOWN_SESSION === '200' && request.method === 'POST') {
    const error = { code: -32001, message: 'Session not found' };
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(await text(request)).id, error }));
  }
  if (id && !transport)
    return response.writeHead(Number(UNKNOWN_SESSION)).end('No valid session ID provided');
  if (!transport) {
    await held.promise;
    transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: AS_JSON !== undefined,
      onsessioninitialized: (opened) => void sessions.set(opened, transport),
    });
    await build().connect(transport);
  }
  await transport.handleRequest(request, response);
}

createServer((request, response) => void serve(request, response)).listen(Number(port), '127.0.0.1');
