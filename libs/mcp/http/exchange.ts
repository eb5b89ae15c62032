import { randomUUID } from 'node:crypto';
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import type { JsonRpcFailure } from './json-rpc-refusal.ts';
import type { StoredSession } from './mcp-session.repository.ts';

/** Id of the messages that replay the client's session to a new server. */
const REPLAY_ID = 'recall';

/**
 * One request of a client of the 2025 revisions, answered by its own server object. The server first receives the stored
 * `initialize` and log level of the session, so any process can answer.
 */
export class Exchange {
  readonly id = randomUUID();
  /** Transport of the server, which sets `onclose` and `onmessage`. */
  private readonly transport: Transport = {
    start: async () => undefined,
    send: async (message) => this.onServerMessage(message),
    close: async () => this.transport.onclose?.(),
  };
  /** Receives the server's messages; replaced between the replay of the session and the request. */
  private onServerMessage: (message: JSONRPCMessage) => void = () => undefined;
  private cancelled: () => void = () => undefined;
  private onClientMessage: (message: JSONRPCMessage, isAnswer: boolean) => void = () => undefined;
  private readonly serverRequests = new Map<string, string | number>();

  private constructor(
    private readonly server: Server,
    readonly sessionId: string | undefined,
    readonly request: JSONRPCRequest,
  ) {}

  /** Connects the server and replays the session to it. */
  static async open(
    server: Server,
    session: StoredSession | undefined,
    request: JSONRPCRequest,
  ): Promise<Exchange> {
    const exchange = new Exchange(server, session?.id, request);
    await server.connect(exchange.transport);
    if (session) await exchange.replay(session);
    return exchange;
  }

  /** Inbox targets of messages for this request. */
  get targets(): string[] {
    return [exchangeTarget(this.id), requestTarget(this.request.id)];
  }

  /**
   * Passes the request to the server. `send` receives every message for the client, the answer last.
   *
   * @param cancelled called when the client cancels the request, which then gets no answer.
   */
  run(send: (message: JSONRPCMessage, isAnswer: boolean) => void, cancelled: () => void): void {
    this.cancelled = cancelled;
    this.onClientMessage = send;
    this.onServerMessage = (message) => {
      if (isJSONRPCResponse(message)) send(message, true);
      else send(isJSONRPCRequest(message) ? this.asServerRequest(message) : message, false);
    };
    this.transport.onmessage?.(this.request);
  }

  /** Delivers the client's answer to a server request, or its cancellation of this request. */
  deliver(message: JSONRPCMessage): void {
    if (!isJSONRPCResponse(message)) {
      this.transport.onmessage?.(message);
      return this.cancelled();
    }
    const id = this.serverRequests.get(String(message.id));
    if (id === undefined) return;
    this.serverRequests.delete(String(message.id));
    this.transport.onmessage?.({ ...message, id });
  }

  /** Answers the request with an error; later messages of the server are dropped. */
  end(error: JsonRpcFailure): void {
    this.onServerMessage = () => undefined;
    this.onClientMessage({ jsonrpc: '2.0', id: this.request.id, error }, true);
  }

  /** Closes the server and aborts the running request. */
  async close(): Promise<void> {
    await this.server.close();
  }

  /** Makes the id of a server request unique in the session, and names the exchange that receives the answer. */
  private asServerRequest(message: JSONRPCRequest): JSONRPCRequest {
    const id = `${this.id}:${message.id}`;
    this.serverRequests.set(id, message.id);
    return { ...message, id };
  }

  private async replay({ initialize, logLevel }: StoredSession): Promise<void> {
    await this.send({ jsonrpc: '2.0', id: REPLAY_ID, method: 'initialize', params: initialize });
    this.transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' });
    if (logLevel !== null)
      await this.send({
        jsonrpc: '2.0',
        id: REPLAY_ID,
        method: 'logging/setLevel',
        params: { level: logLevel },
      });
  }

  private send(message: JSONRPCRequest): Promise<void> {
    return new Promise((resolve) => {
      this.onServerMessage = (answer) => {
        if (isJSONRPCResponse(answer)) resolve();
      };
      this.transport.onmessage?.(message);
    });
  }
}

export function exchangeTarget(id: string): string {
  return `exchange:${id}`;
}

/** @param id the client's request id; `1` and `"1"` differ. */
export function requestTarget(id: string | number): string {
  return `request:${JSON.stringify(id)}`;
}

/** The inbox target of the exchange that sent the answered request; undefined for an unknown id. */
export function answerTarget(requestId: string | number | undefined): string | undefined {
  const [, exchangeId] = /^([\da-f-]{36}):\d+$/.exec(String(requestId)) ?? [];
  return exchangeId && exchangeTarget(exchangeId);
}
