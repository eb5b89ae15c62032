import type { ApprovalDecided } from '#tools';
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
  | 'callbackUrl'
  | 'override'
  | 'createdAt'
  | 'starts'
> & { leaseToken: string };

/** A step in the journal. */
export interface RecordedStep {
  requestHash: string;
  outcome: unknown;
}

/** A person's decision on a tool call of an earlier run. */
export interface DecidedCall {
  stepKey: string;
  argumentsHash: string;
  decision: ApprovalDecided;
  comment: string | null;
}

/** Rows that earlier runs of a turn have written. Nobody adds to them: the lease belongs to this run. */
export interface EarlierRuns {
  steps: ReadonlyMap<string, RecordedStep>;
  lastEventSeq: number;
  /** Readers have received text of an unfinished earlier run. */
  textSent: boolean;
  approvals: readonly DecidedCall[];
}

/** A turn as a worker receives it. */
export interface ClaimedTurn {
  row: TurnRow;
  /** An earlier run was started; parts of it may have happened. */
  resumed: boolean;
  earlier: EarlierRuns;
}
