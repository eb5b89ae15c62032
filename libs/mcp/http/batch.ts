import { isJSONRPCRequest } from '@modelcontextprotocol/server';

/** The first revision without batches. */
const FIRST_WITHOUT_BATCHES = '2025-06-18';
/** Maximum number of messages in a batch; each request costs as much as a single one. */
const MAX_BATCH_MESSAGES = 20;

/**
 * Returns the reason to refuse a batch.
 *
 * @param batch not empty; the SDK refuses empty batches.
 * @returns undefined if the batch is accepted.
 */
export function batchError(batch: readonly unknown[], revision: string): string | undefined {
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
