import {
  Client,
  SdkError,
  SdkErrorCode,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/client';
import type { McpServerAddress } from '#pack-kit';
import { openTransport, type TransportParts } from './open-transport.ts';

/**
 * Timeout for each answer during the start. It covers a slow start on a machine under full load, where a restart would
 * only add load. The exit of a process is noticed at once.
 */
const PROCESS_TIMEOUT_MS = 60_000;
const ADDRESS_TIMEOUT_MS = 8_000;

/**
 * Accepts every answer. The SDK would validate it against the tool's `outputSchema` on the event loop, where a malicious
 * regular expression of the server could block the process.
 */
const acceptAll: jsonSchemaValidator = {
  getValidator<Answer>(): JsonSchemaValidator<Answer> {
    return (answer: unknown) => ({ valid: true, data: answer as Answer, errorMessage: undefined });
  },
};

export interface ConnectParts extends TransportParts {
  /** Called with each client before it connects, and with a function that ends the attempt. */
  onAttempt?: (client: Client, end: () => Promise<void>) => void;
}

export function answerTimeoutMs(address: McpServerAddress): number {
  return 'command' in address ? PROCESS_TIMEOUT_MS : ADDRESS_TIMEOUT_MS;
}

/** Connects a client. If an older server process exits during version negotiation, connects again without negotiation. */
export async function connectClient(address: McpServerAddress, parts: ConnectParts): Promise<Client> {
  try {
    return await connectWith('auto', address, parts);
  } catch (error) {
    if (!('command' in address) || !endedOnNegotiation(error)) throw error;
    return connectWith('legacy', address, parts);
  }
}

async function connectWith(
  mode: 'auto' | 'legacy',
  address: McpServerAddress,
  parts: ConnectParts,
): Promise<Client> {
  const client = new Client(
    { name: 'turnpike', version: '1.0.0' },
    { versionNegotiation: { mode }, jsonSchemaValidator: acceptAll },
  );
  const transport = openTransport(address, parts);
  parts.onAttempt?.(client, () => transport.close());
  try {
    await client.connect(transport, { timeout: answerTimeoutMs(address) });
    return client;
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
}

function endedOnNegotiation(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
}
