import { LocalServer, type ReceivedRequest } from '../../../test/harness/local-server.ts';

/** Envelopes that an account received. */
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
 * A server for the part of DocuSign's eSignature REST API v2.1 that the pack uses: a bearer token, envelopes that are
 * created and sent at once, and one envelope for each transaction id.
 */
export class DocusignServer {
  readonly envelopes: ReceivedEnvelope[] = [];
  /** Response to the next requests, which then have no effect. */
  refuseWith: number | 'reset' | undefined;

  private constructor(
    private readonly server: LocalServer,
    private readonly token: string,
  ) {}

  static async start({ token }: { token: string }): Promise<DocusignServer> {
    const server = await LocalServer.start((request, response) => {
      if (started.refuseWith === 'reset') return void response.destroy();
      const [status, body] = started.answer(request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const started = new DocusignServer(server, token);
    return started;
  }

  get url(): string {
    return `${this.server.url}/restapi`;
  }

  /** All requests, including rejected ones. */
  get requests(): number {
    return this.server.received.length;
  }

  close(): Promise<void> {
    return this.server.stop();
  }

  private answer({ method, url, headers, body }: ReceivedRequest): [status: number, body: object] {
    if (typeof this.refuseWith === 'number')
      return [this.refuseWith, { errorCode: 'REFUSED', message: 'The test refuses.' }];
    if (headers.authorization !== `Bearer ${this.token}`)
      return [401, { errorCode: 'USER_AUTHENTICATION_FAILED', message: 'The token is invalid.' }];
    const accountId = ACCOUNT_PATH.exec(url)?.[1];
    if (method !== 'POST' || accountId === undefined)
      return [404, { errorCode: 'RESOURCE_NOT_FOUND', message: 'There is no such resource.' }];
    return [201, this.take(accountId, JSON.parse(body) as ReceivedEnvelope['definition'])];
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
