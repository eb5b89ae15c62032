// An MCP server for tests that exits on any request before `initialize`. Written by hand, because current SDK servers do
// not do this.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

appendFileSync(process.env.STARTS, `${process.pid}\n`);
let isOpen = false;
const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }];
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'old', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method !== 'initialize' && !isOpen) process.exit(1);
  isOpen = true;
  if (id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) })}\n`);
});
