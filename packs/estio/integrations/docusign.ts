import { createHash } from 'node:crypto';
import { z } from 'zod';
import { notConfigured, ToolError, type ToolContext } from '#pack-kit';

/** A signer of an envelope. */
export interface EnvelopeSigner {
  name: string;
  email: string;
  role: string;
  /** Signing order, from 1. */
  order: number;
}

interface Envelope {
  /** The document, a PDF. */
  document: { name: string; content: Uint8Array };
  subject: string;
  message: string;
  signers: EnvelopeSigner[];
  expiresInDays: number;
  /** The same key gets the same envelope again. */
  idempotencyKey: string;
}

const NEEDED = ['ESIGN_PROVIDER', 'ESIGN_BASE_URL', 'ESIGN_ACCOUNT_ID', 'ESIGN_ACCESS_TOKEN'] as const;
const MAX_SUBJECT_CHARACTERS = 100;

const created = z.object({ envelopeId: z.string().min(1), status: z.string() });
const refusal = z.object({ errorCode: z.string(), message: z.string() });

/** Envelopes of an account of DocuSign's eSignature REST API v2.1, or of a service that speaks it. */
export interface ESignature {
  send(envelope: Envelope): Promise<{ envelopeId: string }>;
}

/**
 * The service that the org's settings name.
 *
 * @throws ToolError NOT_CONFIGURED naming exactly what is missing.
 */
export function eSignatureOf({ settings, http }: Pick<ToolContext, 'settings' | 'http'>): ESignature {
  const missingSettings = NEEDED.filter((name) => !settings.get(name));
  if (missingSettings.length > 0) throw without(`set ${missingSettings.join(', ')}`, missingSettings);
  const provider = settings.get('ESIGN_PROVIDER');
  if (provider !== 'docusign') throw without('ESIGN_PROVIDER must be docusign', ['ESIGN_PROVIDER']);
  const base = (settings.get('ESIGN_BASE_URL') ?? '').replace(/\/$/, '');
  if (!URL.canParse(base)) throw without('ESIGN_BASE_URL is not an address', ['ESIGN_BASE_URL']);
  const url = `${base}/v2.1/accounts/${encodeURIComponent(settings.get('ESIGN_ACCOUNT_ID') ?? '')}/envelopes`;
  return {
    send: async (envelope) => {
      const response = await http.request({
        url,
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.get('ESIGN_ACCESS_TOKEN') ?? ''}`,
          accept: 'application/json',
        },
        json: definitionOf(envelope),
        acceptAnyStatus: true,
      });
      if (response.status >= 400) throw failureOf(response.status, response.text());
      const answer = created.safeParse(response.json());
      if (!answer.success)
        throw new ToolError(
          'UPSTREAM_ERROR',
          'The e-signature service returned an unreadable response.',
          undefined,
          'unknown',
        );
      return { envelopeId: answer.data.envelopeId };
    },
  };
}

const without = (why: string, settings: string[]) =>
  notConfigured(`Electronic signature is not configured: ${why}.`, ...settings);

/** An EnvelopeDefinition. Its recipients have the numbers 1, 2, … in the order of `signers`, by which events name them. */
function definitionOf({ document, subject, message, signers, expiresInDays, idempotencyKey }: Envelope) {
  return {
    status: 'sent',
    transactionId: transactionIdOf(idempotencyKey),
    emailSubject: subject.slice(0, MAX_SUBJECT_CHARACTERS),
    emailBlurb: message,
    documents: [
      {
        documentId: '1',
        name: document.name,
        fileExtension: 'pdf',
        documentBase64: Buffer.from(document.content).toString('base64'),
      },
    ],
    recipients: {
      signers: signers.map(({ name, email, role, order }, index) => ({
        recipientId: String(index + 1),
        routingOrder: String(order),
        name,
        email,
        roleName: role,
        tabs: {
          signHereTabs: [
            {
              documentId: '1',
              anchorString: `Signature of ${name}`,
              anchorUnits: 'pixels',
              anchorYOffset: '20',
              anchorIgnoreIfNotPresent: 'true',
            },
          ],
        },
      })),
    },
    notification: {
      useAccountDefaults: 'false',
      expirations: { expireEnabled: 'true', expireAfter: String(expiresInDays), expireWarn: '0' },
    },
  };
}

/** A transaction id has the form of a UUID. */
function transactionIdOf(idempotencyKey: string): string {
  const hex = createHash('sha256').update(idempotencyKey).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function failureOf(status: number, body: string): ToolError {
  const said = refusal.safeParse(parsed(body));
  const why = said.success ? `${said.data.errorCode}: ${said.data.message}` : `status ${status}`;
  const message = `The e-signature service refused (${why}).`;
  if (status === 429) return new ToolError('RATE_LIMITED', message);
  if (status === 408) return new ToolError('TIMEOUT', message);
  if (status < 500) return new ToolError('UPSTREAM_REJECTED', message);
  if (status === 502 || status === 503 || status === 504)
    return new ToolError('UPSTREAM_UNAVAILABLE', message);
  return new ToolError('UPSTREAM_ERROR', message, undefined, 'unknown');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
