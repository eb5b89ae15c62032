import { definePack } from '#pack-kit';
import { contentTools } from './content-tools.ts';
import { exchangeTools } from './exchange-tools.ts';
import { prompts, resources } from './resources-and-prompts.ts';

const tools = [...contentTools, ...exchangeTools];

/**
 * Tools, resources and prompts that the official MCP conformance suite calls on a server
 * (https://github.com/modelcontextprotocol/conformance, scenarios for servers). Loaded only with `MCP_CONFORMANCE=1`.
 */
export const conformance = definePack({
  name: 'conformance',
  title: 'MCP conformance',
  loading: 'search',
  guestOf: 'demo',
  agents: [
    {
      name: 'suite',
      description: 'Has the tools of the suite.',
      prompt: 'Call what you are asked to call.',
      taskType: 'simple_chat',
      tools: tools.map(({ name }) => name),
    },
  ],
  excludeUniversal: ['query_org_data', 'request_feature', 'read_file', 'write_file'],
  tools,
  resources,
  prompts,
});
