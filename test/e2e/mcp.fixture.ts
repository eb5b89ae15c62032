import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { InstallationOptions } from '../harness/installation.ts';
import { ApiTest } from './api.fixture.ts';

/** A client of the official SDK that is connected with that key. */
export async function connectMcp(url: string, key = '', revision = 'legacy'): Promise<Client> {
  const mode = revision === 'legacy' ? revision : { pin: revision };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

/**
 * A proxy in front of the API that adds a key to every request; everything else, including `Host`, is forwarded
 * unchanged.
 */
export class KeyRelay {
  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    readonly url: string,
  ) {}

  static async start(target: string, key: string): Promise<KeyRelay> {
    const { hostname, port } = new URL(target);
    const server = createServer((request, response) => {
      const { method, url, headers } = request;
      const onward = forward(
        { hostname, port, method, path: url, headers: { ...headers, authorization: `Bearer ${key}` } },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onward.on('error', () => response.destroy());
      response.on('close', () => onward.destroy());
      request.pipe(onward);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new KeyRelay(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** One JSON-RPC message as received. */
export interface Message {
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export interface Answered {
  status: number;
  session: string | null;
  messages: Message[];
}

const LATEST = '2025-11-25';

export const initializeRequest = (id: number, capabilities: object = {}, protocolVersion = LATEST) => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion, capabilities, clientInfo: { name: 'test', version: '1' } },
});

/** A client that sends exactly the given messages, to any API process. */
export class RawClient {
  private nextId = 1;

  constructor(private readonly key: string) {}

  /** The complete response to a message. */
  async send(url: string, message: object, session?: string, signal?: AbortSignal): Promise<Answered> {
    const response = await this.post(url, message, session, signal);
    const text = await response.text();
    return {
      status: response.status,
      session: response.headers.get('mcp-session-id'),
      messages: messagesIn(text, response.headers.get('content-type') ?? ''),
    };
  }

  post(url: string, message: object, session?: string, signal?: AbortSignal): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: this.headers(session),
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      signal,
    });
  }

  headers(session?: string): Record<string, string> {
    return {
      authorization: `Bearer ${this.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': LATEST }),
    };
  }

  /** @returns the id of the new session */
  async initialize(url: string, capabilities: object = {}): Promise<string> {
    const { session } = await this.send(url, initializeRequest(this.nextId++, capabilities));
    if (!session) throw new Error('The server has opened no session');
    await this.send(url, { method: 'notifications/initialized' }, session);
    return session;
  }

  /** Ends the session. @returns the status */
  async end(url: string, session: string): Promise<number> {
    const { 'content-type': _type, ...headers } = this.headers(session);
    return (await fetch(url, { method: 'DELETE', headers })).status;
  }

  async request(url: string, method: string, params: object = {}, session?: string): Promise<Message> {
    const { messages } = await this.send(url, { id: this.nextId++, method, params }, session);
    return messages.at(-1) ?? {};
  }
}

/** Messages of a response, which is plain JSON or an event stream. */
export function messagesIn(text: string, type: string): Message[] {
  if (text === '') return [];
  if (!type.includes('text/event-stream')) return [JSON.parse(text) as Message];
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, json]) => JSON.parse(json ?? '') as Message);
}

interface ClientOptions {
  revision?: 'legacy' | '2026-07-28';
  at?: string;
  key?: string;
}

/** API processes without workers that serve MCP. */
export interface ServedMcp {
  api: ApiTest;
  /** Addresses of the first two processes. */
  one: string;
  other: string;
  /** The key of the org `demo`. */
  key: string;
  raw: RawClient;
  /** Connects a client of the official SDK, which is closed after the test. `changed` grows with each notification about tools. */
  connect(query?: string, options?: ClientOptions): Promise<{ client: Client; changed: string[] }>;
}

/** Starts the processes for the surrounding suite, by default two on PostgreSQL and Redis. */
export function useServedMcp({
  backend = 'redis',
  apps = ['api', 'api'],
}: Partial<Pick<InstallationOptions, 'backend' | 'apps'>> = {}): ServedMcp {
  const closing: (() => Promise<void>)[] = [];
  const served = { connect } as ServedMcp;
  beforeAll(async () => {
    const api = await ApiTest.start({
      backend,
      anchor: '2026-11-16',
      workers: 0,
      apps,
      env: { CLOCK_AT: '2026-11-16T09:00:00Z', MCP_CONFORMANCE: '1' },
    });
    const [one = '', other = ''] = api.turnpike.urls('api').map((url) => `${url}/mcp`);
    const key = api.turnpike.apiKeys.demo ?? '';
    Object.assign(served, { api, one, other, key, raw: new RawClient(key) });
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(() => served.api?.stop());

  async function connect(
    query = '',
    { revision = 'legacy', at = served.one, key = served.key }: ClientOptions = {},
  ) {
    const client = await connectMcp(`${at}${query}`, key, revision);
    const changed: string[] = [];
    client.setNotificationHandler('notifications/tools/list_changed', () => void changed.push('tools'));
    closing.push(() => client.close());
    return { client, changed };
  }
  return served;
}
