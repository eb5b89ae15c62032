import { isJSONRPCRequest } from '@modelcontextprotocol/server';

/** Revisions from this one on take one message at a time. */
const FIRST_WITHOUT_BATCHES = '2025-06-18';
/** Each request costs as much as one that comes alone. */
const MAX_BATCH_MESSAGES = 20;

/**
 * Why a batch is not taken.
 *
 * @param batch of messages that are some; the SDK has refused others.
 * @returns undefined for one that is taken.
 */
export function misfitOfBatch(batch: readonly unknown[], revision: string): string | undefined {
  if (revision >= FIRST_WITHOUT_BATCHES)
    return `Batches are not taken in the revision ${revision}: expected one JSON-RPC message.`;
  if (batch.length > MAX_BATCH_MESSAGES)
    return `A batch may have ${MAX_BATCH_MESSAGES} messages, and this one has ${batch.length}.`;
  const requests = batch.filter((message) => isJSONRPCRequest(message));
  if (requests.some(({ method }) => method === 'initialize')) return 'initialize comes alone, in no batch.';
  if (new Set(requests.map(({ id }) => id)).size < requests.length)
    return 'Two requests of the batch have the same id.';
  return undefined;
}
