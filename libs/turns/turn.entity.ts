import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';
import type { RequestSpan } from '#telemetry';
import type { CallerKind, TurnOverride, TurnState } from '#contracts';
import type { AdmissionState } from './admission/admission.repository.ts';
import type { PriorityClass } from './admission/turn-job.ts';

/** One inbound message on its way to a reply: the unit of work, of cost and of tracing. */
@Entity('turns')
@Index('turns_in_order', ['orgId', 'conversationId', 'seq'], { unique: true })
@Index('turns_by_time', ['orgId', 'createdAt', 'id'])
@Index('turns_by_external_id', ['orgId', 'channel', 'externalId'], {
  unique: true,
  where: 'external_id IS NOT NULL',
})
@Index('turns_unfinished', ['orgId', 'conversationId', 'seq'], { where: "state IN ('queued', 'running')" })
@Index('turns_by_contact', ['orgId', 'contactId'])
@Index('turns_by_end', ['orgId', 'finishedAt'])
@Index('turns_by_trace', ['traceId'])
@Index('turns_admitted', ['orgId', 'priorityClass'], {
  where: "admission = 'admitted' AND state IN ('queued', 'running')",
})
@Index('turns_ready', ['orgId', 'priorityClass', 'createdAt', 'id'], {
  where: "admission = 'ready' AND state = 'queued'",
})
@Index('turns_one_running', ['orgId', 'conversationId'], { unique: true, where: "state = 'running'" })
export class Turn extends RowWithId {
  @Column('uuid')
  conversationId: string;

  /** Position in the conversation, in the order of acceptance, from 1. */
  @Column('integer')
  seq: number;

  @Column('uuid')
  messageId: string;

  @Column('text', { default: 'queued' })
  state: TurnState;

  /** The number of times that the turn was enqueued afresh; part of the job's id. */
  @Column('integer', { default: 0 })
  run: number;

  /** The number of starts by workers. A turn that keeps crashing its workers fails in the end. */
  @Column('integer', { default: 0 })
  starts: number;

  @Column('text')
  channel: string;

  @Column('text', { name: 'priority_class', default: 'chat' })
  priorityClass: PriorityClass;

  @Column('text', { default: 'behind' })
  admission: AdmissionState;

  @Column('text')
  pack: string;

  /** The agent that the message named; null if it named none. */
  @Column('text', { nullable: true })
  requestedAgent: string | null;

  @Column('text', { nullable: true })
  agent: string | null;

  @Column('text')
  contactId: string;

  @Column('text')
  callerKind: CallerKind;

  @Column('uuid', { nullable: true })
  callerUserId: string | null;

  /** Token of the run that has the turn. It counts until `leaseUntil`, by the clock of the database. */
  @Column('uuid', { nullable: true })
  leaseToken: string | null;

  @Column('timestamptz', { nullable: true })
  leaseUntil: Date | null;

  @Column('boolean', { default: false })
  cancelRequested: boolean;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('uuid', { nullable: true })
  replyMessageId: string | null;

  @Column('text', { nullable: true })
  errorClass: string | null;

  @Column('text', { nullable: true })
  errorMessage: string | null;

  @Column('integer', { default: 0 })
  promptTokens: number;

  @Column('integer', { default: 0 })
  cachedTokens: number;

  @Column('integer', { default: 0 })
  completionTokens: number;

  @Column('numeric', { precision: 14, scale: 8, default: 0 })
  costUsd: string;

  /**
   * Prompt, cached and completion tokens and USD of calls that ended outside of a run: their worker had lost the turn, or
   * died. Part of the totals. Null if there are none.
   */
  @Column('double precision', { array: true, nullable: true })
  latePaid: number[] | null;

  @Column('integer', { default: 0 })
  modelRounds: number;

  @Column('integer', { default: 0 })
  toolCalls: number;

  /**
   * Milliseconds spent waiting for models. The turn's time less `modelMs` and `toolMs` is the platform's own
   * overhead.
   */
  @Column('double precision', { default: 0 })
  modelMs: number;

  @Column('double precision', { default: 0 })
  toolMs: number;

  /** Milliseconds of the first attempt in which the turn waited for people. */
  @Column('double precision', { default: 0 })
  waitedMs: number;

  /** The number of times that a person had the failed turn run again. */
  @Column('integer', { default: 0 })
  retries: number;

  /** End of the first attempt, which failed; null for a turn that was not retried. */
  @Column('timestamptz', { nullable: true })
  firstFinishedAt: Date | null;

  /** Error class of the first attempt; null for a turn that was not retried. */
  @Column('text', { nullable: true })
  firstErrorClass: string | null;

  @Column('text')
  traceId: string;

  /** W3C trace context of the acceptance; the worker and outbox tasks continue it. */
  @Column('text')
  traceparent: string;

  /** The request that accepted the turn, for its trace; null for turns that no request made. */
  @Column('jsonb', { nullable: true })
  request: RequestSpan | null;

  @Column('text', { nullable: true })
  externalId: string | null;

  @Column('text', { nullable: true })
  callbackUrl: string | null;

  @Column('jsonb', { default: () => "'{}'" })
  metadata: Record<string, unknown>;

  /** Overrides of the org's settings, set in the playground; null for every other turn. */
  @Column('jsonb', { nullable: true })
  override: TurnOverride | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
