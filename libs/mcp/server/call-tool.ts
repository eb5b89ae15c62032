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

/** `_meta` field with the client's idempotency key; a key never causes a side effect twice. */
export const IDEMPOTENCY_KEY_META = 'turnpike/idempotencyKey';

const idempotencyKey = z.string().min(1).max(255).optional();

export interface CallPorts {
  registry: ToolRegistry;
  executor: ToolExecutor;
  finder: ToolFinder;
  logger: McpLogger;
}

/** One `tools/call` request and its caller. */
export interface Call {
  server: Server;
  connection: McpConnection;
  state: SessionState;
  answersOnly?: boolean;
  caller: ToolCaller;
  params: CallToolRequest['params'];
  context: ServerContext;
}

/** Runs the tool through the executor and returns its MCP result. @throws ProtocolError for an invalid idempotency key. */
export async function callTool(ports: CallPorts, call: Call): Promise<CallToolResult> {
  const { params, context, caller, connection } = call;
  const registered = ports.registry.effective(connection.org.id).tool(params.name);
  const isRepeatable = context.mcpReq._meta?.[IDEMPOTENCY_KEY_META] !== undefined;
  const outcome = await ports.executor.execute(
    {
      tool: params.name,
      arguments: params.arguments ?? {},
      idempotencyKey: keyOf(call),
      // A reused key on a `write` tool may belong to a call that is still running, so it is not treated as dead.
      mayHaveRun: isRepeatable && registered?.tool.sideEffect === 'write',
    },
    { ...caller, ...clientSideOf(ports, call) },
    context.mcpReq.signal,
  );
  if (params.name === TOOL_SEARCH && outcome.result.success)
    await announceFoundTools(call, outcome.result.data as ToolSearchResult);
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

/** Features available while the client is connected: tool search, elicitation, logs and progress. */
function clientSideOf(ports: CallPorts, call: Call) {
  const { server, connection, state, answersOnly, caller, params, context } = call;
  const { mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  const drop = (error: unknown) =>
    ports.logger.warn(
      { err: error, tool: params.name },
      'could not send a progress or log notification to an MCP client',
    );
  const { hidden } = listingOf(caller.scope, { all: connection.allTools, found: state.found() });
  return {
    discovery: connection.allTools ? undefined : new HiddenTools(hidden, ports.finder, caller),
    // The newer protocol revision does not allow requests from the server to the client.
    client: mcpReq.envelope || answersOnly ? undefined : callClientOf(server, context),
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

/** Adds found tools to the client's tool list, and notifies the client before it receives the search result. */
async function announceFoundTools(
  { connection, state, context }: Call,
  { tools }: ToolSearchResult,
): Promise<void> {
  if (connection.allTools) return;
  const known = state.found();
  const added = tools.map(({ name }) => name).filter((name) => !known.has(name));
  if (added.length === 0 || !(await state.remember(added)) || context.mcpReq.envelope) return;
  await context.mcpReq.notify({ method: 'notifications/tools/list_changed' });
}
