import type { QueryRunner } from 'typeorm';
import { ORG_ROLE, PLATFORM_ROLE } from '#database';

export interface View {
  name: string;
  comment: string;
  /** The FROM clause: the base table and the tables that its columns need. */
  from: string;
  /** Name, expression and meaning of each column. */
  columns: [name: string, expression: string, comment: string][];
}

/** Selects the rows of orgs that the login may read. The array is computed once, so that an index on the org is used. */
export const readable = (column: string) => `${column} = ANY (ARRAY(SELECT analytics.readable_orgs()))`;

export const idsOf = (alias: string): View['columns'] => [
  ['org_id', `${alias}.org_id`, 'Org that the row belongs to.'],
  ['org', 'o.slug', 'Short name of the org.'],
];
const OF_TURN: View['columns'] = [
  [
    'agent',
    'coalesce(t.agent, d.agent, t.requested_agent)',
    'Agent that answered the turn; null until one is chosen.',
  ],
  ['channel', 't.channel', 'Channel of the message, such as chat or voice.'],
  ['model', 't.model', 'Model that wrote the reply; null where none did.'],
  [
    'intents',
    `coalesce(d.intents, '{}')`,
    'Intents of the message; several may hold, none is the empty array.',
  ],
  [
    'broker_mode',
    'd.mode',
    'Mode of the tool broker: off, shadow or enforce; null where the turn chose no tools.',
  ],
];
/** The same columns for rows that may have no turn. The view's own column replaces the column of the same name. */
export const ofTurnOrNone = (own: View['columns'][number]): View['columns'] =>
  OF_TURN.map(([name, expression, comment]) =>
    name === own[0] ? own : [name, expression, `${comment} Null outside of turns.`],
  );

export const views: View[] = [
  {
    name: 'turns',
    comment: 'One row per turn: an inbound message on its way to a reply. Holds no texts of messages.',
    from: `turns t
      JOIN orgs o ON o.id = t.org_id
      LEFT JOIN broker_decisions d ON d.org_id = t.org_id AND d.turn_id = t.id
      LEFT JOIN messages m ON m.org_id = t.org_id AND m.id = t.reply_message_id
      LEFT JOIN LATERAL (
        SELECT count(*) FILTER (WHERE f.rating = 'up') AS up, count(*) FILTER (WHERE f.rating = 'down') AS down
          FROM turn_feedback f WHERE f.org_id = t.org_id AND f.turn_id = t.id) f ON true
     WHERE ${readable('t.org_id')}`,
    columns: [
      ...idsOf('t'),
      ['turn_id', 't.id', 'Id of the turn.'],
      ['conversation_id', 't.conversation_id', 'Conversation that the turn belongs to.'],
      ['seq', 't.seq', 'Place in the conversation, from 1.'],
      ['begins_conversation', 't.seq = 1', 'True for the first turn of a conversation.'],
      ['created_at', 't.created_at', 'When the message was accepted.'],
      ['started_at', 't.started_at', 'When a worker began with it; null until then.'],
      ['finished_at', 't.finished_at', 'When it reached a final state; null until then.'],
      [
        'state',
        't.state',
        'queued, running, awaiting_approval, completed, failed or cancelled; the last three are final.',
      ],
      ['error_class', 't.error_class', 'Why it failed, such as MODEL_UNAVAILABLE; null otherwise.'],
      ['pack', 't.pack', 'Pack of the agent.'],
      ['caller', 't.caller_kind', 'Who wrote: contact, staff or admin.'],
      ...OF_TURN,
      ['language', 'd.language', 'Language of the message as the broker saw it.'],
      [
        'latency_ms',
        `CASE WHEN t.finished_at IS NOT NULL THEN greatest(0, 1000 * extract(epoch FROM t.finished_at - t.created_at))::float8 END`,
        'Milliseconds from acceptance to the end, waits for approvals among them; null until then.',
      ],
      [
        'queue_wait_ms',
        `CASE WHEN t.started_at IS NOT NULL THEN greatest(0, 1000 * extract(epoch FROM t.started_at - t.created_at))::float8 END`,
        'Milliseconds from acceptance to the start; null until then.',
      ],
      ['model_ms', 't.model_ms', 'Milliseconds spent waiting for models.'],
      ['tool_ms', 't.tool_ms', 'Milliseconds spent waiting for tools.'],
      ['prompt_tokens', 't.prompt_tokens', 'Tokens sent to models, cached ones among them.'],
      ['cached_tokens', 't.cached_tokens', 'Prompt tokens that the provider had cached.'],
      ['completion_tokens', 't.completion_tokens', 'Tokens that models wrote.'],
      ['cost_usd', 't.cost_usd', 'Cost of the model calls of the turn, in US dollars.'],
      ['model_rounds', 't.model_rounds', 'Calls of models.'],
      ['tool_calls', 't.tool_calls', 'Calls of tools, failed ones among them.'],
      ['tools_in_scope', 'd.tools_in_scope', 'Tools that the agent could have used.'],
      ['tools_offered', 'cardinality(d.tools_offered)', 'Tools that the model was offered (toolsOffered).'],
      [
        'tokens_saved',
        'd.tokens_in_scope - coalesce(d.tokens_brokered, d.tokens_offered)',
        'Schema tokens in scope less those of the set that the broker chose (tokensSaved).',
      ],
      [
        'cached_tokens_lost',
        'd.cached_tokens_lost',
        'Tokens that the provider had cached and read anew because the list of tools had changed.',
      ],
      [
        'broker_measured',
        'd.tools_brokered IS NOT NULL AND cardinality(d.tools_selected) > 0',
        'True where the broker computed a set and the turn called tools: such a turn measures it.',
      ],
      [
        'in_brokered_set',
        'CASE WHEN d.tools_brokered IS NOT NULL AND cardinality(d.tools_selected) > 0 THEN cardinality(d.tools_missed) = 0 END',
        'True where every tool called was in the broker’s set (toolInBrokeredSet); null where the turn measures nothing.',
      ],
      ['selection_us', 'd.selection_us', 'Microseconds that the broker took; null where it chose nothing.'],
      ['feedback_up', 'f.up', 'Readers who found the reply good.'],
      ['feedback_down', 'f.down', 'Readers who found it bad.'],
      [
        'insights_used',
        `EXISTS (SELECT 1 FROM turn_steps s WHERE s.org_id = t.org_id AND s.turn_id = t.id AND s.key = 'context' AND s.outcome @> '{"blocks":[{"name":"insights"}]}')`,
        'True where the prompt held insights about the contact.',
      ],
      [
        'asked_back',
        `coalesce(t.tool_calls = 0 AND right(rtrim(m.text, E' \\n\\t"”»)*_'), 1) IN ('?', '؟'), false)`,
        'True where the reply ends with a question and no tool was called: a clarifying question.',
      ],
    ],
  },
  {
    name: 'tool_calls',
    comment:
      'One row per call of a tool, from turns, programs and MCP clients. Holds no arguments and no results.',
    from: `tool_calls c
      JOIN orgs o ON o.id = c.org_id
      LEFT JOIN turns t ON t.org_id = c.org_id AND t.id = c.turn_id
      LEFT JOIN broker_decisions d ON d.org_id = c.org_id AND d.turn_id = c.turn_id
     WHERE ${readable('c.org_id')}`,
    columns: [
      ...idsOf('c'),
      ['call_id', 'c.id', 'Id of the call.'],
      ['turn_id', 'c.turn_id', 'Turn that made it; null for MCP clients and the console.'],
      ['conversation_id', 'c.conversation_id', 'Conversation of the turn.'],
      ['created_at', 'c.created_at', 'When the call was made.'],
      ['tool', 'c.tool', 'Name of the tool.'],
      ['pack', 'c.pack', 'Pack that brings the tool.'],
      ['caller', 'c.caller_kind', 'On whose behalf: contact, staff or admin.'],
      ...ofTurnOrNone(['channel', 'c.channel', 'Channel that the call came from.']),
      ['success', 'c.success', 'True where it succeeded.'],
      ['error_class', 'c.error_class', 'Why it failed, such as NOT_FOUND; null otherwise.'],
      ['attempts', 'c.attempts', 'Tries, the first one included.'],
      ['cached', 'c.cached', 'True where the answer came from the cache.'],
      [
        'from_program',
        `coalesce(c.step_key LIKE 'program:%', false)`,
        'True where a sandboxed program made it (programmatic tool calling).',
      ],
      ['duration_ms', 'c.duration_ms', 'Milliseconds that it took.'],
      ['capability', 'c.capability', 'Capability that it used; null for none, and where it failed.'],
    ],
  },
  {
    name: 'broker_decisions',
    comment: 'One row per turn that chose tools: what was in scope, offered, called and missed.',
    from: `broker_decisions d
      JOIN orgs o ON o.id = d.org_id
      JOIN turns t ON t.org_id = d.org_id AND t.id = d.turn_id
     WHERE ${readable('d.org_id')}`,
    columns: [
      ...idsOf('d'),
      ['turn_id', 'd.turn_id', 'Turn of the decision.'],
      ['created_at', 't.created_at', 'When the turn’s message was accepted.'],
      ...OF_TURN,
      ['language', 'd.language', 'Language of the message.'],
      ['outcome', 'd.outcome', 'full_set, narrowed, steady (the set of the turn before) or failed_open.'],
      ['confidence', 'd.confidence', '0 to 1; null where no set was computed.'],
      ['ranker_version', 'd.ranker_version', 'Version of the learned ranker; null for none.'],
      ['tools_in_scope', 'd.tools_in_scope', 'Tools that the agent could have used.'],
      ['tools_offered', 'd.tools_offered', 'Names of the tools that the model was offered.'],
      [
        'tools_brokered',
        'd.tools_brokered',
        'Names that the broker chose, offered or not; null where it computed no set.',
      ],
      ['tools_selected', 'd.tools_selected', 'Names of the tools that were called.'],
      ['tools_missed', 'd.tools_missed', 'Of them, those that the broker had not chosen.'],
      ['found_by_search', 'd.found_by_search', 'Names that tool_search found.'],
      ['tool_gaps', 'd.tool_gaps', 'Signs that a tool was missing altogether.'],
      ['tokens_in_scope', 'd.tokens_in_scope', 'Schema tokens of the tools in scope.'],
      ['tokens_offered', 'd.tokens_offered', 'Schema tokens of the tools offered.'],
      ['tokens_brokered', 'd.tokens_brokered', 'Schema tokens of the set that the broker chose.'],
      [
        'cached_tokens_lost',
        'd.cached_tokens_lost',
        'Cached tokens read anew because the list of tools had changed.',
      ],
      ['selection_us', 'd.selection_us', 'Microseconds that the choice took.'],
    ],
  },
  {
    name: 'tool_choices',
    comment:
      'One row per turn and tool that it called, where the broker computed a set: chosen beforehand, or missed.',
    from: `broker_decisions d
      JOIN orgs o ON o.id = d.org_id
      JOIN turns t ON t.org_id = d.org_id AND t.id = d.turn_id
      CROSS JOIN LATERAL (SELECT DISTINCT unnest(d.tools_selected) AS tool) s
     WHERE d.tools_brokered IS NOT NULL AND s.tool <> 'tool_search' AND ${readable('d.org_id')}`,
    columns: [
      ...idsOf('d'),
      ['turn_id', 'd.turn_id', 'Turn that called the tool.'],
      ['created_at', 't.created_at', 'When the turn’s message was accepted.'],
      ['tool', 's.tool', 'Name of the tool called.'],
      ['pack', 't.pack', 'Pack of the agent.'],
      ['caller', 't.caller_kind', 'Who wrote: contact, staff or admin.'],
      ...OF_TURN,
      ['missed', 's.tool = ANY (d.tools_missed)', 'True where the broker had not chosen it.'],
      ['found_by_search', 's.tool = ANY (d.found_by_search)', 'True where tool_search had found it.'],
    ],
  },
  {
    name: 'model_calls',
    comment:
      'One row per ended call of a model, outbox tasks of turns among them, tasks that rules answered not; kept as long as spans are. Holds no texts.',
    from: `spans s
      JOIN orgs o ON o.id = s.org_id
      LEFT JOIN turns t ON t.org_id = s.org_id AND t.id = s.turn_id
      LEFT JOIN broker_decisions d ON d.org_id = s.org_id AND d.turn_id = s.turn_id
     WHERE s.kind = 'model' AND s.status IN ('success', 'error') AND NOT (s.attributes ? 'turnpike.replayed')
       AND s.attributes ->> 'turnpike.generated_by' IS DISTINCT FROM 'rules' AND ${readable('s.org_id')}`,
    columns: [
      ...idsOf('s'),
      ['trace_id', 's.trace_id', 'Trace that shows the call.'],
      ['span_id', 's.span_id', 'Span of the call.'],
      ['turn_id', 's.turn_id', 'Turn that it was made for; null for none.'],
      ['created_at', 's.started_at', 'When the call began.'],
      ['provider', 's.provider', 'Provider of the model.'],
      ['task', 's.task', 'What the model was asked to do; null for the conversation itself.'],
      ['pack', 'coalesce(s.pack, t.pack)', 'Pack of the agent.'],
      ['caller', 't.caller_kind', 'Who wrote: contact, staff or admin; null outside of turns.'],
      ...ofTurnOrNone(['model', 's.model', 'Model that was called.']),
      ['success', `s.status = 'success'`, 'True where it answered.'],
      ['latency_ms', 's.latency_ms', 'Milliseconds that it took.'],
      ['prompt_tokens', 'coalesce(s.prompt_tokens, 0)', 'Tokens sent, cached ones among them.'],
      ['cached_tokens', 'coalesce(s.cached_tokens, 0)', 'Prompt tokens that the provider had cached.'],
      ['completion_tokens', 'coalesce(s.completion_tokens, 0)', 'Tokens that the model wrote.'],
      ['cost_usd', 'coalesce(s.cost_usd, 0)', 'Cost in US dollars.'],
    ],
  },
  {
    name: 'flag_changes',
    comment:
      'One row per change of a feature flag. Changes for every org are shown to readers of all orgs only.',
    from: `audit_log a
      LEFT JOIN orgs o ON o.id = a.org_id
     WHERE a.action LIKE 'flag.%'
       AND (${readable('a.org_id')} OR (a.org_id IS NULL AND (SELECT analytics.reads_all_orgs())))`,
    columns: [
      ['org_id', 'a.org_id', 'Org whose flag was changed; null for a change that concerns every org.'],
      ['org', 'o.slug', 'Short name of the org.'],
      ['change_id', 'a.id', 'Id of the change.'],
      ['created_at', 'a.at', 'When it was made.'],
      ['flag', `substr(a.target, length('flag:') + 1)`, 'Name of the flag.'],
      ['action', 'a.action', 'flag.set, flag.undo, flag.import or flag.fallback (a guard took it back).'],
      ['place', `a.after ->> 'place'`, 'default, org, share, conversation or kill.'],
      ['value_before', `a.before ->> 'value'`, 'What was set there; null for nothing.'],
      ['value_after', `a.after ->> 'value'`, 'What is set there since; null for nothing.'],
      [
        'percent_after',
        `(a.after ->> 'percent')::numeric`,
        'Share of conversations, 0 to 100, where the place is a share.',
      ],
      ['actor', 'a.actor_kind', 'user, api_key or system.'],
      ['reason', 'a.reason', 'Why, in the words of who changed it.'],
    ],
  },
  {
    name: 'capabilities',
    comment: 'One row per successful use of a capability, by the tool call that used it.',
    from: `tool_calls c
      JOIN orgs o ON o.id = c.org_id
      LEFT JOIN turns t ON t.org_id = c.org_id AND t.id = c.turn_id
     WHERE c.capability IS NOT NULL AND ${readable('c.org_id')}`,
    columns: [
      ...idsOf('c'),
      ['call_id', 'c.id', 'Tool call that used it.'],
      ['turn_id', 'c.turn_id', 'Turn of the call; null outside of turns.'],
      ['conversation_id', 'c.conversation_id', 'Conversation of the turn.'],
      ['created_at', 'c.created_at', 'When it was used.'],
      ['capability', 'c.capability', 'Name of the capability.'],
      ['tool', 'c.tool', 'Tool that brought it.'],
      ['pack', 'c.pack', 'Pack that brings the tool.'],
      ['agent', 't.agent', 'Agent of the turn; null outside of turns.'],
      ['channel', 'c.channel', 'Channel that the call came from.'],
    ],
  },
];

/**
 * The views for analysts: no texts of messages, and a comment on each column. A replayed call and a task answered by rules
 * do not count as model calls.
 */
export async function createAnalyticsViews(runner: QueryRunner): Promise<void> {
  for (const view of views) await runner.query(analyticsView(view));
  await runner.query(`
    GRANT USAGE ON SCHEMA analytics TO ${ORG_ROLE}, ${PLATFORM_ROLE};
    GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO ${ORG_ROLE}, ${PLATFORM_ROLE};
  `);
}

/** The view is a security barrier: no function in a reader's query sees a row that the org condition rejects. */
export function analyticsView({ name, comment, from, columns }: View): string {
  const list = columns.map(([column, expression]) => `${expression} AS "${column}"`).join(',\n       ');
  return [
    `CREATE VIEW analytics."${name}" WITH (security_barrier) AS\n SELECT ${list}\n  FROM ${from}`,
    `COMMENT ON VIEW analytics."${name}" IS '${comment}'`,
    ...columns.map(
      ([column, , meaning]) => `COMMENT ON COLUMN analytics."${name}"."${column}" IS '${meaning}'`,
    ),
  ].join(';\n');
}
