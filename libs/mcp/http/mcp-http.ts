import {
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server';
import type { Changes } from '#queue';
import type { McpCallers, McpConnection } from '../server/mcp-connection.ts';
import type { McpServers } from '../server/mcp-servers.ts';
import { noState } from '../server/session-state.ts';
import { askedBy, Exchange, requestTarget } from './exchange.ts';
import type { McpSessionRepository, StoredSession } from './mcp-session.repository.ts';
import type { ModernEndpoints } from './modern-endpoints.ts';
import { RunningExchanges } from './running-exchanges.ts';
import type { SessionStreams } from './session-stream.ts';
import { storedState } from './stored-state.ts';
import { streamAnswer } from './stream-answer.ts';

const SESSION_HEADER = 'mcp-session-id';
const VERSION_HEADER = 'mcp-protocol-version';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Codes of JSON-RPC and, for sessions, of the official SDK. */
const INVALID_REQUEST = -32_600;
const SESSION_GONE = -32_001;

export interface McpHttpParts {
  servers: McpServers;
  callers: McpCallers;
  sessions: McpSessionRepository;
  streams: SessionStreams;
  modern: ModernEndpoints;
  changes: Changes;
}

/**
 * The endpoint of MCP over streamable HTTP, for both revisions. A session lives in the database, not in a process: any
 * api process answers any of its requests.
 */
export class McpHttp {
  private readonly running: RunningExchanges;

  constructor(private readonly parts: McpHttpParts) {
    this.running = new RunningExchanges(parts.sessions, parts.changes);
  }

  start(): void {
    this.running.start();
    this.parts.modern.start();
  }

  async close(): Promise<void> {
    this.parts.streams.close();
    await Promise.all([this.running.close(), this.parts.modern.close()]);
  }

  /**
   * Refuses what no request of this connection could do.
   *
   * @throws McpConversationNotFoundError; McpCallerRefusedError.
   */
  async check(connection: McpConnection): Promise<void> {
    await this.parts.callers.open(connection, new AbortController().signal);
  }

  /** Answers one HTTP request of a connection that was checked. */
  async answer(request: Request, parsedBody: unknown, connection: McpConnection): Promise<Response> {
    if (!(await isLegacyRequest(request, parsedBody))) {
      const opened = await this.parts.callers.open(connection, request.signal);
      return this.parts.modern.answer(request, parsedBody, { connection, opened });
    }
    const version = request.headers.get(VERSION_HEADER);
    if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
      return refused(400, INVALID_REQUEST, `The revision ${version} of the protocol is not spoken here.`);
    const session = await this.sessionOf(request, connection);
    if (session === 'gone') return refused(404, SESSION_GONE, 'The session has ended: initialize again.');
    if (request.method === 'POST') return this.post(request, parsedBody, connection, session);
    if (!session) return refused(400, INVALID_REQUEST, `Send ${SESSION_HEADER}, or POST a request.`);
    return request.method === 'GET' ? this.listen(connection, session) : this.endSession(connection, session);
  }

  private async sessionOf(
    request: Request,
    { org, keyId }: McpConnection,
  ): Promise<StoredSession | 'gone' | undefined> {
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) return undefined;
    const found =
      UUID.test(id) && keyId !== null ? await this.parts.sessions.find(org.id, keyId, id) : undefined;
    return found ?? 'gone';
  }

  private async post(
    request: Request,
    message: unknown,
    connection: McpConnection,
    session: StoredSession | undefined,
  ): Promise<Response> {
    if (isJSONRPCRequest(message)) return this.run(request, message, connection, session);
    if (isJSONRPCNotification(message) || isJSONRPCResponse(message)) {
      await this.take(message, connection, session);
      return new Response(null, { status: 202 });
    }
    const hint = Array.isArray(message) ? 'Batches are not taken: ' : '';
    return refused(400, INVALID_REQUEST, `${hint}expected one JSON-RPC message.`);
  }

  /** A message for a request that runs, here or in another process. */
  private async take(
    message: JSONRPCMessage,
    { org }: McpConnection,
    session: StoredSession | undefined,
  ): Promise<void> {
    const target = session && targetOf(message);
    if (target) await this.parts.sessions.post(org.id, session.id, target, message);
  }

  private async run(
    request: Request,
    message: JSONRPCRequest,
    connection: McpConnection,
    session: StoredSession | undefined,
  ): Promise<Response> {
    const { callers, servers, sessions } = this.parts;
    const { org, keyId } = connection;
    const stopped = new AbortController();
    const opened = await callers.open(connection, stopped.signal);
    const state = session ? storedState(sessions, org.id, session) : noState;
    const server = servers.build({ connection, opened, state, open: async () => opened });
    const headers: Record<string, string> = {};
    if (isInitializeRequest(message) && keyId !== null && !session)
      headers[SESSION_HEADER] = await sessions.create(org.id, keyId, message.params);
    if (session && message.method === 'logging/setLevel')
      await this.keepLogLevel(org.id, session.id, message.params?.level);
    const exchange = await Exchange.open(server, session, message);
    this.running.add(exchange);
    return streamAnswer(exchange, {
      headers,
      takesEvents: (request.headers.get('accept') ?? '').includes('text/event-stream'),
      ended: () => {
        this.running.remove(exchange);
        stopped.abort();
        void exchange.close();
      },
    });
  }

  private async keepLogLevel(orgId: string, sessionId: string, level: unknown): Promise<void> {
    // The server that is told of it next refuses any other.
    if (typeof level === 'string' && level.length < 20)
      await this.parts.sessions.setLogLevel(orgId, sessionId, level);
  }

  private listen(connection: McpConnection, session: StoredSession): Promise<Response> {
    const { callers, sessions, streams } = this.parts;
    const { org, keyId } = connection;
    return streams.stream(
      {
        connection,
        open: (signal) => callers.open(connection, signal),
        session: async () => (keyId === null ? undefined : sessions.find(org.id, keyId, session.id)),
      },
      {},
    );
  }

  private async endSession({ org }: McpConnection, session: StoredSession): Promise<Response> {
    await this.parts.sessions.remove(org.id, session.id);
    return new Response(null, { status: 204 });
  }
}

/** For which running request a message is; undefined where it is for none, such as `notifications/initialized`. */
function targetOf(message: JSONRPCMessage): string | undefined {
  if (isJSONRPCResponse(message)) return askedBy(message.id);
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return undefined;
  const requestId = message.params?.requestId;
  return typeof requestId === 'string' || typeof requestId === 'number'
    ? requestTarget(requestId)
    : undefined;
}

function refused(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
}
