import { Inject, Injectable } from '@nestjs/common';
import {
  INVALID_REQUEST,
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  isSpecType,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server';
import { Changes } from '#queue';
import { MCP_CALLERS, type McpCallers, type McpConnection } from '../server/mcp-connection.ts';
import { McpServers, type Served } from '../server/mcp-servers.ts';
import { noState } from '../server/session-state.ts';
import { batchError } from './batch.ts';
import { answerTarget, Exchange, requestTarget } from './exchange.ts';
import { refused, sessionGone } from './json-rpc-refusal.ts';
import { McpSessionRepository, type StoredSession } from './mcp-session.repository.ts';
import { ModernEndpoints } from './modern-endpoints.ts';
import { refusalOfRevision, revisionOf } from './revisions.ts';
import { RunningExchanges } from './running-exchanges.ts';
import { SessionStreams } from './session-stream.ts';
import { storedState } from './stored-state.ts';
import { streamAnswer } from './stream-answer.ts';

const SESSION_HEADER = 'mcp-session-id';
/** Media ranges that include event streams. Without `Accept`, and by default in curl, a client takes any type. */
const EVENTS = /text\/event-stream|text\/\*|\*\/\*/i;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The MCP endpoint over streamable HTTP, for all supported revisions. Sessions are stored in the database, so any api
 * process answers any request of a session.
 */
@Injectable()
export class McpHttp {
  private readonly running: RunningExchanges;

  constructor(
    @Inject(McpServers) private readonly servers: McpServers,
    @Inject(MCP_CALLERS) private readonly callers: McpCallers,
    @Inject(McpSessionRepository) private readonly sessions: McpSessionRepository,
    @Inject(SessionStreams) private readonly streams: SessionStreams,
    @Inject(ModernEndpoints) private readonly modern: ModernEndpoints,
    @Inject(Changes) changes: Changes,
  ) {
    this.running = new RunningExchanges(sessions, changes);
  }

  start(): void {
    this.running.start();
    this.modern.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.streams.close(), this.running.close(), this.modern.close()]);
  }

  /**
   * Checks that the connection is permitted at all.
   *
   * @throws McpConversationNotFoundError; McpCallerRefusedError.
   */
  async check(connection: McpConnection): Promise<void> {
    await this.callers.open(connection, new AbortController().signal);
  }

  /** Answers one HTTP request. {@link check} must run first. */
  async answer(request: Request, parsedBody: unknown, connection: McpConnection): Promise<Response> {
    if (!(await isLegacyRequest(request, parsedBody))) {
      const opened = await this.callers.open(connection, request.signal);
      return this.modern.answer(request, parsedBody, { connection, opened });
    }
    const refusal = refusalOfRevision(request);
    if (refusal) return refusal;
    const session = await this.sessionOf(request, connection);
    if (session === 'gone') return refused(404, sessionGone);
    if (request.method === 'POST') return this.post(request, parsedBody, connection, session);
    if (!session) return invalid(`Send ${SESSION_HEADER}, or POST a request.`);
    return request.method === 'GET' ? this.listen(connection, session) : this.endSession(connection, session);
  }

  private async sessionOf(
    request: Request,
    { org, keyId }: McpConnection,
  ): Promise<StoredSession | 'gone' | undefined> {
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) return undefined;
    const found = UUID.test(id) && keyId !== null ? await this.sessions.find(org.id, keyId, id) : undefined;
    return found ?? 'gone';
  }

  private async post(
    request: Request,
    body: unknown,
    connection: McpConnection,
    session: StoredSession | undefined,
  ): Promise<Response> {
    const isBatch = Array.isArray(body);
    const batchRefusal = isBatch ? batchError(body, revisionOf(request, session)) : undefined;
    if (batchRefusal !== undefined) return invalid(batchRefusal);
    const messages: unknown[] = isBatch ? body : [body];
    if (!messages.every((message) => isSpecType.JSONRPCMessage(message)))
      return invalid('Expected one JSON-RPC message.');
    const requests = messages.filter((message) => isJSONRPCRequest(message));
    for (const message of messages)
      if (!isJSONRPCRequest(message)) await this.forward(message, connection, session);
    if (requests.length === 0) return new Response(null, { status: 202 });
    return this.run(request, { requests, isBatch }, connection, session);
  }

  /** Stores a message for a running request of this or another process. */
  private async forward(
    message: JSONRPCMessage,
    { org }: McpConnection,
    session: StoredSession | undefined,
  ): Promise<void> {
    const target = session && targetOf(message);
    if (target) await this.sessions.post(org.id, session.id, target, message);
  }

  private async run(
    request: Request,
    { requests, isBatch }: { requests: readonly JSONRPCRequest[]; isBatch: boolean },
    connection: McpConnection,
    session: StoredSession | undefined,
  ): Promise<Response> {
    const { org, keyId } = connection;
    const headers: Record<string, string> = {};
    const takesEvents = EVENTS.test(request.headers.get('accept') ?? '*/*');
    const abortControllers = new Map<Exchange, AbortController>();
    for (const message of requests) {
      const stopped = new AbortController();
      const served = { connection, session, answersOnly: !takesEvents };
      abortControllers.set(await this.begin(message, served, stopped.signal), stopped);
      if (isInitializeRequest(message) && keyId !== null && !session)
        headers[SESSION_HEADER] = await this.sessions.create(org.id, keyId, message.params);
    }
    const exchanges = [...abortControllers.keys()];
    for (const exchange of exchanges) this.running.add(exchange, org.id);
    return streamAnswer(
      { exchanges, isBatch },
      {
        headers,
        takesEvents,
        ended: (exchange) => {
          this.running.remove(exchange);
          abortControllers.get(exchange)?.abort();
          void exchange.close();
        },
      },
    );
  }

  /** Opens an exchange: the request with the server that answers it. */
  private async begin(
    message: JSONRPCRequest,
    { session, ...client }: Pick<Served, 'connection' | 'answersOnly'> & { session?: StoredSession },
    signal: AbortSignal,
  ): Promise<Exchange> {
    const { connection } = client;
    const opened = await this.callers.open(connection, signal);
    const state = session ? storedState(this.sessions, connection.org.id, session) : noState;
    const open = async () => opened;
    const server = this.servers.build({ ...client, opened, state, open, subscribe: true });
    // The server refuses any other form of the request, so its level is not stored.
    if (session && isSpecType.SetLevelRequest(message))
      await this.sessions.setLogLevel(connection.org.id, session.id, message.params.level);
    return Exchange.open(server, session, message);
  }

  private listen(connection: McpConnection, session: StoredSession): Promise<Response> {
    const { org, keyId } = connection;
    return this.streams.stream(
      {
        id: session.id,
        connection,
        open: (signal) => this.callers.open(connection, signal),
        session: async () => (keyId === null ? undefined : this.sessions.find(org.id, keyId, session.id)),
      },
      {},
    );
  }

  private async endSession({ org }: McpConnection, session: StoredSession): Promise<Response> {
    await this.sessions.remove(org.id, session.id);
    return new Response(null, { status: 204 });
  }
}

/** The inbox target of a message; undefined if it concerns no running request, such as `notifications/initialized`. */
function targetOf(message: JSONRPCMessage): string | undefined {
  if (isJSONRPCResponse(message)) return answerTarget(message.id);
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return undefined;
  const requestId = message.params?.requestId;
  return typeof requestId === 'string' || typeof requestId === 'number'
    ? requestTarget(requestId)
    : undefined;
}

function invalid(message: string): Response {
  return refused(400, { code: INVALID_REQUEST, message });
}
