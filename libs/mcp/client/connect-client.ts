import { SdkError, SdkErrorCode, type Client } from '@modelcontextprotocol/client';
import type { McpServerAddress } from '#pack-kit';
import { newClient } from './new-client.ts';
import { openTransport, type TransportParts } from './open-transport.ts';

/**
 * For each answer of the start. A process is given the time that a machine under full load takes to bring one up: to end
 * it sooner and begin again makes such a machine slower. One that ends by itself is known to have gone at once.
 */
const PROCESS_TIMEOUT_MS = 60_000;
const ADDRESS_TIMEOUT_MS = 10_000;

export interface ConnectParts extends TransportParts {
  /** Told of each client before it connects, with what ends the attempt. */
  begun?: (client: Client, end: () => Promise<void>) => void;
}

export function answerTimeoutMs(address: McpServerAddress): number {
  return 'command' in address ? PROCESS_TIMEOUT_MS : ADDRESS_TIMEOUT_MS;
}

/** A client that is connected. Processes of older servers may end when they are asked for their revision: they are not asked then. */
export async function connectClient(address: McpServerAddress, parts: ConnectParts): Promise<Client> {
  try {
    return await connectWith(newClient('ask'), address, parts);
  } catch (error) {
    if (!('command' in address) || !endedWhenAsked(error)) throw error;
    return connectWith(newClient('plain'), address, parts);
  }
}

async function connectWith(client: Client, address: McpServerAddress, parts: ConnectParts): Promise<Client> {
  const transport = openTransport(address, parts);
  parts.begun?.(client, () => transport.close());
  try {
    await client.connect(transport, { timeout: answerTimeoutMs(address) });
    return client;
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
}

function endedWhenAsked(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
}
