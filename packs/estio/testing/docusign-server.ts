import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The envelopes that an account received. */
export interface ReceivedEnvelope {
  envelopeId: string;
  accountId: string;
  definition: {
    transactionId: string;
    status: string;
    documents: { documentBase64: string; name: string; fileExtension: string }[];
    recipients: { signers: { recipientId: string; routingOrder: string; name: string; email: string }[] };
    [field: string]: unknown;
  };
}

const ACCOUNT_PATH = /^\/(?:restapi\/)?v2\.1\/accounts\/([^/]+)\/envelopes$/;

/**
 * Speaks what the pack uses of DocuSign's eSignature REST API v2.1: a bearer token, envelopes that are created and sent
 * at once, and one envelope for each transaction id.
 */
export class DocusignServer {
  readonly envelopes: ReceivedEnvelope[] = [];
  /** Requests, those that were refused too. */
  requests = 0;
  /** Answered to the next requests in place of doing what they ask. */
  refuseWith: number | 'reset' | undefined;

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    readonly url: string,
    private readonly token: string,
  ) {}

  static async start({ token }: { token: string }): Promise<DocusignServer> {
    const server = createServer((request, response) => {
      void started.answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const started = new DocusignServer(server, `http://127.0.0.1:${port}/restapi`, token);
    return started;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.requests += 1;
    if (this.refuseWith === 'reset') {
      request.socket.destroy();
      return;
    }
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (this.refuseWith !== undefined) {
      send(this.refuseWith, { errorCode: 'REFUSED', message: 'The test refuses.' });
      return;
    }
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      send(401, {
        errorCode: 'USER_AUTHENTICATION_FAILED',
        message: 'One or both of Username and Password are invalid.',
      });
      return;
    }
    const accountId = ACCOUNT_PATH.exec(request.url ?? '')?.[1];
    if (request.method !== 'POST' || accountId === undefined) {
      send(404, {
        errorCode: 'RESOURCE_NOT_FOUND',
        message: 'The URL provided does not resolve to a resource.',
      });
      return;
    }
    const definition = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReceivedEnvelope['definition'];
    send(201, this.take(accountId, definition));
  }

  private take(accountId: string, definition: ReceivedEnvelope['definition']) {
    const known = this.envelopes.find((one) => one.definition.transactionId === definition.transactionId);
    const envelope = known ?? {
      envelopeId: `00000000-0000-4000-8000-${String(this.envelopes.length + 1).padStart(12, '0')}`,
      accountId,
      definition,
    };
    if (!known) this.envelopes.push(envelope);
    const { envelopeId } = envelope;
    return {
      envelopeId,
      uri: `/envelopes/${envelopeId}`,
      statusDateTime: '2026-11-16T09:00:00.0000000Z',
      status: 'sent',
    };
  }
}
