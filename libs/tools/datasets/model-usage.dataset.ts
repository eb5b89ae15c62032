import { defineDataset } from '#pack-kit';

/** Grouped by the day of the run in UTC, because the time zone of the asker is unknown here. A replayed call counts once. */
const CALLS_BY_DAY = `(
  SELECT org_id, c.model, tier, task, (started_at AT TIME ZONE 'UTC')::date AS day,
         count(*) AS calls, coalesce(sum("promptTokens"), 0) AS prompt_tokens,
         coalesce(sum("completionTokens"), 0) AS completion_tokens, coalesce(sum("costUsd"), 0) AS cost
    FROM traces CROSS JOIN LATERAL jsonb_to_recordset(model_calls)
      AS c(model text, tier text, task text, "promptTokens" bigint, "completionTokens" bigint, "costUsd" numeric)
   WHERE org_id = $1 AND model_calls IS NOT NULL AND c.model IS NOT NULL
   GROUP BY 1, 2, 3, 4, 5)`;

export const modelUsage = defineDataset({
  name: 'model_usage',
  synonyms: ['model usage', 'model call', 'token', 'model cost', 'استهلاك النماذج', 'استخدام النماذج'],
  description: 'Calls of models per day (UTC), with tokens and cost (US dollars).',
  role: 'admin',
  source: CALLS_BY_DAY,
  fields: {
    model: { type: 'text', synonyms: ['model', 'نموذج'] },
    tier: { type: 'text', values: { flash: [], standard: [], premium: [] }, synonyms: ['tier'] },
    taskType: { type: 'text', column: 'task', synonyms: ['task', 'task type', 'مهمة'] },
    calls: { type: 'number', synonyms: ['call'] },
    promptTokens: { type: 'number', synonyms: ['prompt token', 'input token'] },
    completionTokens: { type: 'number', synonyms: ['completion token', 'output token'] },
    cost: { type: 'number', synonyms: ['cost', 'spend', 'تكلفة'] },
    day: { type: 'date', synonyms: ['date'] },
  },
  time: 'day',
  defaults: {
    fields: ['day', 'model', 'tier', 'taskType', 'calls', 'promptTokens', 'completionTokens', 'cost'],
  },
});
