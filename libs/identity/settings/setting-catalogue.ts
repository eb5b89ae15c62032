import { mailTransports, settingRanges, voiceTiers } from '#config';
import { spanTextPolicies } from '#telemetry';
import type { SettingDefinition } from './setting-definition.ts';

/**
 * All settings of the platform that an org can set; packs add their own. A setting that the org does not set falls back to
 * the deployment's environment, if the environment has a variable of the same name, and then to its default. User
 * documentation: `docs/settings.md`.
 */
export const platformSettings = {
  ORG_TIMEZONE: {
    kind: 'time_zone',
    default: 'UTC',
    description:
      'Time zone for the org’s days and its agents’ clock. If not set, the time zone given when the org was created.',
    readBy: 'turns: load',
  },
  MESSAGES_PER_MINUTE: {
    kind: 'whole_number',
    min: 0,
    max: 1_000_000,
    default: 600,
    unit: 'messages',
    description:
      'Maximum number of accepted messages per minute; further messages get 429. 0 removes the limit.',
    readBy: 'turns: accept',
  },
  MAX_RUNNING_TURNS: {
    kind: 'whole_number',
    min: 0,
    max: 100_000,
    default: 20,
    unit: 'turns',
    description:
      'Maximum number of turns that run at once, counted separately for chat and voice; other turns wait. 0 removes the limit.',
    readBy: 'turns: admission',
  },
  CONVERSATION_CONTINUES_H: {
    kind: 'whole_number',
    min: 0,
    max: 8_760,
    default: 24,
    unit: 'hours',
    description:
      'A message without conversationId continues the latest conversation of its contact and channel if the last message there is younger than this. 0: it always starts a new conversation.',
    readBy: 'turns: accept',
  },
  WINDOW_MESSAGES: {
    kind: 'whole_number',
    min: 0,
    max: 200,
    default: 20,
    unit: 'messages',
    description: 'Number of earlier messages of the conversation that the model receives with the new one.',
    readBy: 'turns: load',
  },
  SUMMARY_TRIGGER_MESSAGES: {
    kind: 'whole_number',
    ...settingRanges.SUMMARY_TRIGGER_MESSAGES,
    unit: 'messages',
    description:
      'Number of new messages after which a background task updates the summary of a conversation. 0: only on request.',
    readBy: 'turns: settle',
  },
  SUMMARY_MAX_WORDS: {
    kind: 'whole_number',
    ...settingRanges.SUMMARY_MAX_WORDS,
    unit: 'words',
    description: 'Upper limit of a summary’s length; a summary has fewer words.',
    readBy: 'turns: summaries',
  },
  CONTEXT_MAX_TOKENS: {
    kind: 'whole_number',
    ...settingRanges.CONTEXT_MAX_TOKENS,
    unit: 'tokens',
    description:
      'Maximum tokens of each block that the platform adds to an agent’s prompt (summary, artifacts, insights, shared context). 0: no block is added.',
    readBy: 'turns: context',
  },
  CONTEXT_MAX_SHARE: {
    kind: 'fraction',
    ...settingRanges.CONTEXT_MAX_SHARE,
    description:
      'Maximum tokens of these blocks together, as a share of the request’s input tokens without them.',
    readBy: 'turns: context',
  },
  CONTEXT_TIMEOUT_MS: {
    kind: 'whole_number',
    ...settingRanges.CONTEXT_TIMEOUT_MS,
    unit: 'milliseconds',
    description: 'Time limit for loading the context; parts that take longer are left out of the turn.',
    readBy: 'turns: context',
  },
  MODEL_ROUNDS: {
    kind: 'whole_number',
    min: 1,
    max: 50,
    default: 5,
    unit: 'rounds',
    description:
      'Maximum number of rounds in which the model may call tools; after these it answers with the results so far.',
    readBy: 'turns: loop',
  },
  VOICE_MODEL_ROUNDS: {
    kind: 'whole_number',
    ...settingRanges.VOICE_MODEL_ROUNDS,
    unit: 'rounds',
    description:
      'The same limit for voice, where the caller hears nothing during a round. Never more than MODEL_ROUNDS.',
    readBy: 'turns: loop',
  },
  VOICE_TOOL_TIMEOUT_MS: {
    kind: 'whole_number',
    ...settingRanges.VOICE_TOOL_TIMEOUT_MS,
    unit: 'milliseconds',
    description:
      'Time limit of one tool call on voice over all attempts, in turns and over MCP. Never more than TOOL_TIMEOUT_MS.',
    readBy: 'tools: executor',
  },
  VOICE_TIER: {
    kind: 'choice',
    values: voiceTiers,
    default: 'standard',
    description:
      'Highest tier that voice turns use first; a model of a higher tier is used only if no model of this tier is available.',
    readBy: 'turns: route',
  },
  APPROVAL_TTL_H: {
    kind: 'whole_number',
    min: 1,
    max: 720,
    default: 24,
    unit: 'hours',
    description:
      'How long a tool call waits for approval before it counts as refused. A change does not affect calls that already wait.',
    readBy: 'turns: approvals',
  },
  TOOL_APPROVALS: {
    kind: 'names',
    of: 'tool',
    description: 'Tools whose calls need the approval of a person.',
    readBy: 'turns: approvals',
  },
  TOOLS_DISABLED: {
    kind: 'names',
    of: 'tool',
    description: 'Tools that no agent of the org may use.',
    readBy: 'turns: scope',
  },
  TOOL_TIMEOUT_MS: {
    kind: 'whole_number',
    ...settingRanges.TOOL_TIMEOUT_MS,
    unit: 'milliseconds',
    description: 'Time limit of one tool call over all attempts; a tool may have a lower limit.',
    readBy: 'tools: executor',
  },
  TOOL_CACHE_TTL_S: {
    kind: 'whole_number',
    ...settingRanges.TOOL_CACHE_TTL_S,
    unit: 'seconds',
    description:
      'How long results of cacheable tools are cached if the tool declares no time. 0 disables the cache.',
    readBy: 'tools: executor',
  },
  TOOL_RAG_TOP_K: {
    kind: 'whole_number',
    ...settingRanges.TOOL_RAG_TOP_K,
    unit: 'tools',
    description: 'Number of tools offered to a turn when the broker is sure of its choice.',
    readBy: 'turns: broker',
  },
  TOOL_RAG_FALLBACK_K: {
    kind: 'whole_number',
    ...settingRanges.TOOL_RAG_FALLBACK_K,
    unit: 'tools',
    description: 'Number of tools offered to a turn when the broker is not sure of its choice.',
    readBy: 'turns: broker',
  },
  TOOL_BROKER_FULL_SET_MAX: {
    kind: 'whole_number',
    ...settingRanges.TOOL_BROKER_FULL_SET_MAX,
    unit: 'tools',
    description:
      'If no tool matches a message, all tools are offered up to this number, and otherwise the best ones.',
    readBy: 'turns: broker',
  },
  TOOL_SEARCH_MIN_SCORE: {
    kind: 'fraction',
    ...settingRanges.TOOL_SEARCH_MIN_SCORE,
    description: 'Minimum score of the results of tool_search; a result must exceed it.',
    readBy: 'turns: offered tools',
  },
  DEPRECATION_WINDOW_DAYS: {
    kind: 'whole_number',
    ...settingRanges.DEPRECATION_WINDOW_DAYS,
    unit: 'days',
    description: 'Default period over which the report on deprecated tools counts their uses.',
    readBy: 'tools: report on deprecated tools',
  },
  PROGRAM_WALL_MS: {
    kind: 'whole_number',
    ...settingRanges.PROGRAM_WALL_MS,
    unit: 'milliseconds',
    description: 'Time limit of one program, including the tools that it waits for.',
    readBy: 'turns: programs',
  },
  PROGRAM_CPU_MS: {
    kind: 'whole_number',
    ...settingRanges.PROGRAM_CPU_MS,
    unit: 'milliseconds',
    description: 'CPU time limit of one program, counted only while the program itself runs.',
    readBy: 'turns: programs',
  },
  PROGRAM_TOOL_CALLS: {
    kind: 'whole_number',
    ...settingRanges.PROGRAM_TOOL_CALLS,
    unit: 'calls',
    description: 'Maximum number of tool calls of one program.',
    readBy: 'turns: programs',
  },
  PROGRAM_PROMPT_TOKENS: {
    kind: 'whole_number',
    ...settingRanges.PROGRAM_PROMPT_TOKENS,
    unit: 'tokens',
    description:
      'Maximum tokens in the prompt for the signatures of tools that programs may call. Up to twenty tools without room for a signature are named in any case.',
    readBy: 'turns: programs',
  },
  TOOL_BROKER_MIN_RATE: {
    kind: 'fraction',
    min: 0.01,
    max: 1,
    default: 0.95,
    description:
      'If the share of turns whose called tools were all chosen by the broker falls below this for an hour, the broker is reset from enforce to shadow.',
    readBy: 'flags: rollout guard',
  },
  WEBHOOK_URL: {
    kind: 'url',
    protocols: ['http:', 'https:'],
    description:
      'URL that receives the results of turns whose message has no callbackUrl (docs/webhooks.md).',
    readBy: 'outbound: webhooks',
  },
  MAIL_TRANSPORT: {
    kind: 'choice',
    values: mailTransports,
    default: 'outbox',
    description:
      'Transport of mail: outbox only stores it, smtp sends it through SMTP_URL, disabled rejects it.',
    readBy: 'outbound: mail',
  },
  SMTP_URL: {
    kind: 'secret',
    protocols: ['smtp:', 'smtps:'],
    description:
      'URL of the mail server with user name and password, such as smtps://user:password@mail.example.com. Used if MAIL_TRANSPORT is smtp.',
    readBy: 'outbound: mail',
  },
  MAIL_FROM: {
    kind: 'text',
    maxCharacters: 320,
    description: 'Sender of mail, such as Agency <office@example.com>.',
    readBy: 'outbound: mail',
  },
  VISION_MODEL: {
    kind: 'text',
    maxCharacters: 100,
    description:
      'Model that analyses the screen and camera pictures that contacts share. Without a model, pictures are only stored.',
    readBy: 'turns: shared context',
  },
  SPAN_TEXTS: {
    kind: 'choice',
    values: spanTextPolicies,
    default: 'store',
    description:
      'Texts in traces: store keeps them, mask removes e-mail addresses and phone numbers, omit removes all texts.',
    readBy: 'identity: span texts',
  },
  ANALYSTS_READ_TEXTS: {
    kind: 'choice',
    values: ['no', 'yes'],
    default: 'no',
    description:
      'yes lets analysts, including analysts of all orgs, read the texts of this org: messages, traces, arguments, memory.',
    readBy: 'console: texts',
  },
  SPANS_KEPT_DAYS: {
    kind: 'whole_number',
    ...settingRanges.SPANS_KEPT_DAYS,
    unit: 'days',
    description:
      'How long traces are kept. Older traces are deleted permanently; turns, messages and their totals stay.',
    readBy: 'analytics: retention',
  },
  TOOL_CALLS_KEPT_DAYS: {
    kind: 'whole_number',
    ...settingRanges.TOOL_CALLS_KEPT_DAYS,
    unit: 'days',
    description:
      'How long tool calls are kept, with their arguments and results. Older calls are deleted permanently; analytics still count them.',
    readBy: 'analytics: retention',
  },
  BROKER_DECISIONS_KEPT_DAYS: {
    kind: 'whole_number',
    ...settingRanges.BROKER_DECISIONS_KEPT_DAYS,
    unit: 'days',
    description:
      'How long the broker’s decisions are kept: which tools it offered to a turn, and why. Older decisions are deleted permanently; analytics still count them.',
    readBy: 'analytics: retention',
  },
} as const satisfies Record<string, SettingDefinition>;

export type SettingName = keyof typeof platformSettings;

export type SettingNameOf<Kind extends SettingDefinition['kind']> = {
  [Name in SettingName]: (typeof platformSettings)[Name]['kind'] extends Kind ? Name : never;
}[SettingName];
