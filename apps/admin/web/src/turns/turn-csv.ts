import type { ConsoleTurn } from '#contracts/console';
import type { CsvColumn } from '../ui/csv.ts';

/** Exported columns of each filtered turn. */
export const TURN_CSV: CsvColumn<ConsoleTurn>[] = [
  { name: 'id', of: (turn) => turn.id },
  { name: 'conversation_id', of: (turn) => turn.conversationId },
  { name: 'org', of: (turn) => turn.org.slug },
  { name: 'state', of: (turn) => turn.state },
  { name: 'message', of: (turn) => turn.excerpt },
  { name: 'agent', of: (turn) => turn.agent },
  { name: 'contact', of: (turn) => turn.contactId },
  { name: 'channel', of: (turn) => turn.channel },
  { name: 'model', of: (turn) => turn.model },
  { name: 'prompt_tokens', of: (turn) => turn.totals.promptTokens },
  { name: 'completion_tokens', of: (turn) => turn.totals.completionTokens },
  { name: 'cost_usd', of: (turn) => turn.totals.costUsd },
  { name: 'error', of: (turn) => turn.error?.message },
  { name: 'created_at', of: (turn) => turn.createdAt },
  { name: 'finished_at', of: (turn) => turn.finishedAt },
];
