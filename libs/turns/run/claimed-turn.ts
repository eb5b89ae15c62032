import type { ApprovalDecided } from '#tools';
import type { LoadedConversation } from '../pipeline/context/conversation-window.read-model.ts';
import type { Turn } from '../turn.entity.ts';

/** The columns of a turn that its run reads. */
export type TurnRow = Pick<
  Turn,
  | 'id'
  | 'orgId'
  | 'conversationId'
  | 'seq'
  | 'messageId'
  | 'channel'
  | 'pack'
  | 'requestedAgent'
  | 'contactId'
  | 'callerKind'
  | 'callerUserId'
  | 'traceparent'
  | 'request'
  | 'callbackUrl'
  | 'override'
  | 'createdAt'
  | 'starts'
  | 'waitedMs'
  | 'retries'
> & { leaseToken: string };

export interface RecordedStep {
  requestHash: string;
  outcome: unknown;
}

/** The decision of a person on a tool call of an earlier run. */
export interface DecidedCall {
  stepKey: string;
  argumentsHash: string;
  decision: ApprovalDecided;
  comment: string | null;
}

/** Rows written by earlier runs of a turn. No other process adds to them, because this run holds the lease. */
export interface EarlierRuns {
  steps: ReadonlyMap<string, RecordedStep>;
  lastEventSeq: number;
  approvals: readonly DecidedCall[];
}

export interface ClaimedTurn {
  row: TurnRow;
  /** True if an earlier run started. Parts of that run may have taken effect. */
  resumed: boolean;
  /** True if somebody reads the conversation live. */
  isRead: boolean;
  earlier: EarlierRuns;
  /** The conversation at the time of the claim. */
  loaded: LoadedConversation;
}
