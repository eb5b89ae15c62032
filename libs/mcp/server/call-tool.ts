import { randomUUID } from 'node:crypto';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  callerEffectKey,
  TOOL_SEARCH,
  type ToolCaller,
  type ToolExecutor,
  type ToolRegistry,
  type ToolSearchResult,
} from '#tools';
import { type CallProgress } from '#pack-kit';
import { callClientOf } from './call-client.ts';
import { listingOf } from './listed-tools.ts';
import type { McpConnection } from './mcp-connection.ts';
import type { McpLogger } from './protocol-errors.ts';
import type { SessionState } from './session-state.ts';
import { HiddenTools, type ToolFinder } from './tool-discovery.ts';
import { callResultOf } from './tool-result.ts';

/** Where a client says its own idempotency key: the same key never has a side effect twice. */
export const IDEMPOTENCY_KEY_META = 'turnpike/idempotencyKey';

const idempotencyKey = z.string().min(1).max(255).optional();

export interface CallPorts {
  registry: ToolRegistry;
  executor: ToolExecutor;
  finder: ToolFinder;
  logger: McpLogger;
}

/** One `tools/call`, with whom it came from. */
export interface Call {
  server: Server;
  connection: McpConnection;
  state: SessionState;
  caller: ToolCaller;
  params: CallToolRequest['params'];
  context: ServerContext;
}

/** Runs the tool as every tool is run, and tells the client of it. @throws ProtocolError for a key that is none. */
export async function callTool(ports: CallPorts, call: Call): Promise<CallToolResult> {
  const { params, context, caller, connection } = call;
  const registered = ports.registry.effective(connection.org.id).tool(params.name);
  const isRepeatable = context.mcpReq._meta?.[IDEMPOTENCY_KEY_META] !== undefined;
  const outcome = await ports.executor.execute(
    {
      tool: params.name,
      arguments: params.arguments ?? {},
      idempotencyKey: keyOf(call),
      // Of what was sent out, a key that is in use means a call that runs: it is not taken for one that died.
      mayHaveRun: isRepeatable && registered?.tool.sideEffect === 'write',
    },
    { ...caller, ...clientSideOf(ports, call) },
    context.mcpReq.signal,
  );
  if (params.name === TOOL_SEARCH && outcome.result.success)
    await tellOfFound(call, outcome.result.data as ToolSearchResult);
  return callResultOf(registered, outcome);
}

function keyOf({ connection, context }: Call): string {
  const given = idempotencyKey.safeParse(context.mcpReq._meta?.[IDEMPOTENCY_KEY_META]);
  if (!given.success)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `_meta ${IDEMPOTENCY_KEY_META}: expected a text of 1 to 255 characters`,
    );
  return callerEffectKey(connection.keyId ?? `org:${connection.org.id}`, given.data ?? randomUUID());
}

/** What the caller gains from the client that is there while the call runs. */
function clientSideOf(ports: CallPorts, { server, connection, state, caller, params, context }: Call) {
  const { mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  const drop = (error: unknown) =>
    ports.logger.warn({ err: error, tool: params.name }, 'an MCP client could not be told how far a call is');
  const { hidden } = listingOf(caller.scope, { all: connection.allTools, found: state.found() });
  return {
    discovery: connection.allTools ? undefined : new HiddenTools(hidden, ports.finder, caller),
    // Requests of the newer revision have no way back for questions.
    client: mcpReq.envelope ? undefined : callClientOf(server, context),
    log: (level: 'debug' | 'info' | 'warning' | 'error', text: string) =>
      void mcpReq.log(level, text, params.name).catch(drop),
    progress:
      progressToken === undefined
        ? undefined
        : ({ done, total, message }: CallProgress) =>
            void mcpReq
              .notify({
                method: 'notifications/progress',
                params: { progressToken, progress: done, total, message },
              })
              .catch(drop),
  };
}

/** What a search has found is listed from now on for this client, which is told so before it gets the result. */
async function tellOfFound({ connection, state, context }: Call, { tools }: ToolSearchResult): Promise<void> {
  if (connection.allTools) return;
  const known = state.found();
  const news = tools.map(({ name }) => name).filter((name) => !known.has(name));
  if (news.length === 0 || !(await state.remember(news)) || context.mcpReq.envelope) return;
  await context.mcpReq.notify({ method: 'notifications/tools/list_changed' });
}
