import type { ConsoleTurn } from '#contracts/console';
import { csvFields, type CsvColumn } from '../ui/csv.ts';

export const TURN_CSV: CsvColumn<ConsoleTurn>[] = [
  ...csvFields<ConsoleTurn>('id', 'conversationId', 'org', 'state'),
  { name: 'message', of: (turn) => turn.excerpt },
  ...csvFields<ConsoleTurn>('agent'),
  { name: 'contact', of: (turn) => turn.contactId },
  ...csvFields<ConsoleTurn>('channel', 'model'),
  { name: 'prompt_tokens', of: (turn) => turn.totals.promptTokens },
  { name: 'completion_tokens', of: (turn) => turn.totals.completionTokens },
  { name: 'cost_usd', of: (turn) => turn.totals.costUsd },
  { name: 'error', of: (turn) => turn.error?.message },
  ...csvFields<ConsoleTurn>('createdAt', 'finishedAt', 'replyMs', 'waitedMs', 'retries'),
];
