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

/** Id of the messages with which a new server is told what its client said before. */
const RECALL = 'recall';

/**
 * One request of a client of the 2025 revisions, answered by a server of its own. What the client said in earlier
 * requests of its session is told to that server first, so that it is of no matter which process answers.
 */
export class Exchange {
  readonly id = randomUUID();
  /** What its server talks through; with `onclose` and `onmessage` of the server. */
  private readonly transport: Transport = {
    start: async () => undefined,
    send: async (message) => this.heard(message),
    close: async () => this.transport.onclose?.(),
  };
  /** Gets what the server says: other things while it is told of its client than when it answers. */
  private heard: (message: JSONRPCMessage) => void = () => undefined;
  private cancelled: () => void = () => undefined;
  private tell: (message: JSONRPCMessage, isAnswer: boolean) => void = () => undefined;
  private readonly questions = new Map<string, string | number>();

  private constructor(
    private readonly server: Server,
    readonly sessionId: string | undefined,
    readonly request: JSONRPCRequest,
  ) {}

  /** A server that is ready for the request. */
  static async open(
    server: Server,
    session: StoredSession | undefined,
    request: JSONRPCRequest,
  ): Promise<Exchange> {
    const exchange = new Exchange(server, session?.id, request);
    await server.connect(exchange.transport);
    if (session) await exchange.recall(session);
    return exchange;
  }

  /** Names under which messages of other requests are for this one. */
  get targets(): string[] {
    return [exchangeTarget(this.id), requestTarget(this.request.id)];
  }

  /**
   * Hands the request to the server; `tell` gets all that is for the client, the answer last.
   *
   * @param cancelled called when the client has cancelled the request, which then has no answer.
   */
  run(tell: (message: JSONRPCMessage, isAnswer: boolean) => void, cancelled: () => void): void {
    this.cancelled = cancelled;
    this.tell = tell;
    this.heard = (message) => {
      if (isJSONRPCResponse(message)) tell(message, true);
      else tell(isJSONRPCRequest(message) ? this.asQuestion(message) : message, false);
    };
    this.transport.onmessage?.(this.request);
  }

  /** The answer of the client to a question, or its wish that the request be stopped. */
  deliver(message: JSONRPCMessage): void {
    if (!isJSONRPCResponse(message)) {
      this.transport.onmessage?.(message);
      return this.cancelled();
    }
    const id = this.questions.get(String(message.id));
    if (id === undefined) return;
    this.questions.delete(String(message.id));
    this.transport.onmessage?.({ ...message, id });
  }

  /** Answers the request with an error in place of what still runs. */
  end(error: JsonRpcFailure): void {
    this.heard = () => undefined;
    this.tell({ jsonrpc: '2.0', id: this.request.id, error }, true);
  }

  /** Stops what still runs. */
  async close(): Promise<void> {
    await this.server.close();
  }

  /** Questions of several servers in one session must not share a number, and the answer must find its way. */
  private asQuestion(message: JSONRPCRequest): JSONRPCRequest {
    const id = `${this.id}:${message.id}`;
    this.questions.set(id, message.id);
    return { ...message, id };
  }

  private async recall({ initialize, logLevel }: StoredSession): Promise<void> {
    await this.ask({ jsonrpc: '2.0', id: RECALL, method: 'initialize', params: initialize });
    this.transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' });
    if (logLevel !== null)
      await this.ask({ jsonrpc: '2.0', id: RECALL, method: 'logging/setLevel', params: { level: logLevel } });
  }

  private ask(message: JSONRPCRequest): Promise<void> {
    return new Promise((resolve) => {
      this.heard = (answer) => {
        if (isJSONRPCResponse(answer)) resolve();
      };
      this.transport.onmessage?.(message);
    });
  }
}

export function exchangeTarget(id: string): string {
  return `exchange:${id}`;
}

/** @param id in the client's own numbering; `1` and `"1"` are two requests. */
export function requestTarget(id: string | number): string {
  return `request:${JSON.stringify(id)}`;
}

/** Of which request the question was that a client answers; undefined where it was none of ours. */
export function askedBy(questionId: string | number | undefined): string | undefined {
  const [, exchangeId] = /^([\da-f-]{36}):\d+$/.exec(String(questionId)) ?? [];
  return exchangeId && exchangeTarget(exchangeId);
}
