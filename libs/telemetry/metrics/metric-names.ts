/** Prometheus names of all metrics. Times are in seconds. Dashboards and alert rules use these names. */
export const METRICS = {
  queueDepth: 'turnpike_queue_depth',
  queueOldestAge: 'turnpike_queue_oldest_age_seconds',
  queueWait: 'turnpike_queue_wait_seconds',
  turns: 'turnpike_turns_total',
  turnFailures: 'turnpike_turn_failures_total',
  turnRetries: 'turnpike_turn_retries_total',
  turnDuration: 'turnpike_turn_duration_seconds',
  modelCalls: 'turnpike_model_calls_total',
  modelDuration: 'turnpike_model_duration_seconds',
  modelTokens: 'turnpike_model_tokens_total',
  modelCost: 'turnpike_model_cost_usd_total',
  modelCircuits: 'turnpike_model_circuits',
  toolCalls: 'turnpike_tool_calls_total',
  toolDuration: 'turnpike_tool_duration_seconds',
  toolCache: 'turnpike_tool_cache_total',
  programs: 'turnpike_programs_total',
  programDuration: 'turnpike_program_duration_seconds',
  mcpServers: 'turnpike_mcp_servers',
  toolBreakers: 'turnpike_tool_breakers',
  toolBreakerChanges: 'turnpike_tool_breaker_changes_total',
  webhookAttempts: 'turnpike_webhook_attempts_total',
  effectsUnknown: 'turnpike_effects_unknown',
  rollupLag: 'turnpike_rollup_lag_seconds',
  brokerDuration: 'turnpike_broker_duration_seconds',
  brokerSelections: 'turnpike_broker_selections_total',
  eventLoopLag: 'turnpike_event_loop_lag_seconds',
  spansDropped: 'turnpike_spans_dropped_total',
  databaseStatements: 'turnpike_database_statements_total',
  httpDuration: 'turnpike_http_request_duration_seconds',
} as const;

/** Bucket bounds in seconds, from a fast tool selection to a long program. */
export const DURATION_BUCKETS_S = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 120,
];
