import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';
import { compressByLz4 } from './baseline/compression.ts';

/**
 * Stores the parts of system prompts that many turns share once per org and month, instead of in every span of a model call.
 * They are removed with the traces of the month. The view `spans` gets them as the column `prompt`.
 */
export class PromptTexts1795910740000 implements MigrationInterface {
  name = 'PromptTexts1795910740000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE prompt_texts (
        org_id uuid NOT NULL,
        month date NOT NULL,
        hash text NOT NULL,
        text text NOT NULL,
        CONSTRAINT prompt_texts_pkey PRIMARY KEY (org_id, month, hash)
      );
    `);
    await isolateByOrg(runner, 'prompt_texts');
    await compressByLz4(runner, { prompt_texts: ['text'] });
    await runner.query(SPANS);
  }

  async down(): Promise<void> {
    throw new Error('Spans of model calls need their prompts: restore a backup instead.');
  }
}

/** `CREATE OR REPLACE VIEW` adds columns at the end only. It keeps the grants of readers. */
const SPANS = `
    CREATE OR REPLACE VIEW spans WITH (security_invoker) AS
    SELECT t.trace_id, s."spanId" AS span_id, s."startedAt" AS started_at, s."parentSpanId" AS parent_span_id, s.name, s.kind,
           t.org_id, coalesce(s."conversationId", t.conversation_id) AS conversation_id, coalesce(s."turnId", t.turn_id) AS turn_id,
           coalesce(s.agent, t.agent) AS agent, coalesce(s.pack, t.pack) AS pack, s.task, s.intent, s.model, s.provider, s.tool,
           s."thoughtSummary" AS thought_summary, s."thoughtSteps" AS thought_steps, s."toolCalls" AS tool_calls,
           s."draftReply" AS draft_reply, s."promptTokens" AS prompt_tokens, s."cachedTokens" AS cached_tokens,
           s."completionTokens" AS completion_tokens, s."costUsd" AS cost_usd,
           CASE WHEN s."spanId" = t.span_id THEN t.latency_ms ELSE s."latencyMs" END AS latency_ms,
           CASE WHEN s.status = 'running' THEN t.status ELSE s.status END AS status,
           CASE WHEN s.status = 'running' AND t.status = 'error' THEN t.error_message ELSE s."errorMessage" END AS error_message,
           s.input, s.output, coalesce(s.attributes, '{}') AS attributes,
           (SELECT p.text FROM prompt_texts p
             WHERE p.org_id = t.org_id AND p.hash = s."promptHash"
               AND p.month = date_trunc('month', t.started_at AT TIME ZONE 'UTC')) AS prompt
      FROM traces t
     CROSS JOIN LATERAL json_to_recordset(t.spans::json) AS s(
       "spanId" text, "startedAt" timestamptz, "parentSpanId" text, name text, kind text, "conversationId" uuid, "turnId" uuid,
       agent text, pack text, task text, intent text, model text, provider text, tool text, "thoughtSummary" text,
       "thoughtSteps" jsonb, "toolCalls" jsonb, "draftReply" text, "promptTokens" integer, "cachedTokens" integer,
       "completionTokens" integer, "costUsd" numeric, "latencyMs" double precision, status text, "errorMessage" text,
       input text, output text, attributes jsonb, "promptHash" text)`;
