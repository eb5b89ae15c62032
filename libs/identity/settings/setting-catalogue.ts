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
      'Time zone in which the org counts days and its agents read the clock. Without it the one that the org was made with.',
    readBy: 'turns: load',
  },
  MESSAGES_PER_MINUTE: {
    kind: 'whole_number',
    min: 0,
    max: 1_000_000,
    default: 600,
    unit: 'messages',
    description: 'Messages of the org that are taken in within a minute; more get 429. 0 lifts the limit.',
    readBy: 'turns: accept',
  },
  MAX_RUNNING_TURNS: {
    kind: 'whole_number',
    min: 0,
    max: 100_000,
    default: 20,
    unit: 'turns',
    description: 'Turns of the org that run at once, chat and voice apart; others wait. 0 lifts the limit.',
    readBy: 'turns: admission',
  },
  CONVERSATION_CONTINUES_H: {
    kind: 'whole_number',
    min: 0,
    max: 8_760,
    default: 24,
    unit: 'hours',
    description:
      'A message without conversationId goes on with the latest conversation of its contact and channel while that one’s last message is younger than this. 0: it always begins a new one.',
    readBy: 'turns: accept',
  },
  WINDOW_MESSAGES: {
    kind: 'whole_number',
    min: 0,
    max: 200,
    default: 20,
    unit: 'messages',
    description: 'Latest messages of the conversation that the model is given with the new one.',
    readBy: 'turns: load',
  },
  SUMMARY_TRIGGER_MESSAGES: {
    kind: 'whole_number',
    ...settingRanges.SUMMARY_TRIGGER_MESSAGES,
    unit: 'messages',
    description:
      'New messages of a conversation after which its summary is made anew, beside the turns. 0: only when it is asked for.',
    readBy: 'turns: settle',
  },
  SUMMARY_MAX_WORDS: {
    kind: 'whole_number',
    ...settingRanges.SUMMARY_MAX_WORDS,
    unit: 'words',
    description: 'A summary has fewer words than this.',
    readBy: 'turns: summaries',
  },
  CONTEXT_MAX_TOKENS: {
    kind: 'whole_number',
    ...settingRanges.CONTEXT_MAX_TOKENS,
    unit: 'tokens',
    description:
      'Most tokens of one block that the platform adds to an agent’s prompt (summary, artifacts, insights, what is shared). 0: no block is added.',
    readBy: 'turns: context',
  },
  CONTEXT_MAX_SHARE: {
    kind: 'fraction',
    ...settingRanges.CONTEXT_MAX_SHARE,
    description:
      'Most that these blocks together may add to the input tokens of a request, as a share of what it has without them.',
    readBy: 'turns: context',
  },
  CONTEXT_TIMEOUT_MS: {
    kind: 'whole_number',
    ...settingRanges.CONTEXT_TIMEOUT_MS,
    unit: 'milliseconds',
    description: 'What of the context is not there by then is left out of the turn.',
    readBy: 'turns: context',
  },
  MODEL_ROUNDS: {
    kind: 'whole_number',
    min: 1,
    max: 50,
    default: 5,
    unit: 'rounds',
    description:
      'Rounds of a turn in which the model may call tools; after them it answers from what it has.',
    readBy: 'turns: loop',
  },
  VOICE_MODEL_ROUNDS: {
    kind: 'whole_number',
    ...settingRanges.VOICE_MODEL_ROUNDS,
    unit: 'rounds',
    description:
      'Rounds with tools of a turn on voice, where every round is silence for the caller. Never more than MODEL_ROUNDS.',
    readBy: 'turns: loop',
  },
  VOICE_TOOL_TIMEOUT_MS: {
    kind: 'whole_number',
    ...settingRanges.VOICE_TOOL_TIMEOUT_MS,
    unit: 'milliseconds',
    description:
      'Limit of one tool call on voice over all attempts, in turns and over MCP. Never more than TOOL_TIMEOUT_MS.',
    readBy: 'tools: executor',
  },
  VOICE_TIER: {
    kind: 'choice',
    values: voiceTiers,
    default: 'standard',
    description:
      'Highest tier at which work on voice begins; a model of a higher one is asked only when none of this tier can.',
    readBy: 'turns: route',
  },
  APPROVAL_TTL_H: {
    kind: 'whole_number',
    min: 1,
    max: 720,
    default: 24,
    unit: 'hours',
    description:
      'How long a tool call waits for a person; then it counts as refused. Calls that already wait keep their time.',
    readBy: 'turns: approvals',
  },
  TOOL_APPROVALS: {
    kind: 'names',
    of: 'tool',
    description: 'Tools whose calls wait until a person agrees to them.',
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
    description: 'Limit of one tool call over all attempts; a tool may have a lower one of its own.',
    readBy: 'tools: executor',
  },
  TOOL_CACHE_TTL_S: {
    kind: 'whole_number',
    ...settingRanges.TOOL_CACHE_TTL_S,
    unit: 'seconds',
    description:
      'How long results of cacheable tools are kept where the tool says nothing. 0 switches the cache off.',
    readBy: 'tools: executor',
  },
  TOOL_RAG_TOP_K: {
    kind: 'whole_number',
    ...settingRanges.TOOL_RAG_TOP_K,
    unit: 'tools',
    description: 'Tools that a turn is offered in all while the broker narrows.',
    readBy: 'turns: broker',
  },
  TOOL_RAG_FALLBACK_K: {
    kind: 'whole_number',
    ...settingRanges.TOOL_RAG_FALLBACK_K,
    unit: 'tools',
    description: 'Tools that a turn is offered in all when the broker is not sure of its choice.',
    readBy: 'turns: broker',
  },
  TOOL_BROKER_FULL_SET_MAX: {
    kind: 'whole_number',
    ...settingRanges.TOOL_BROKER_FULL_SET_MAX,
    unit: 'tools',
    description: 'Most tools that are all offered when nothing fits a message; of more the best are.',
    readBy: 'turns: broker',
  },
  TOOL_SEARCH_MIN_SCORE: {
    kind: 'fraction',
    ...settingRanges.TOOL_SEARCH_MIN_SCORE,
    description: 'Score that a tool must exceed to be found by tool_search.',
    readBy: 'turns: offered tools',
  },
  DEPRECATION_WINDOW_DAYS: {
    kind: 'whole_number',
    ...settingRanges.DEPRECATION_WINDOW_DAYS,
    unit: 'days',
    description:
      'Days over which the report on deprecated tools counts their uses, where nobody names others.',
    readBy: 'tools: report on deprecated tools',
  },
  PROGRAM_WALL_MS: {
    kind: 'whole_number',
    ...settingRanges.PROGRAM_WALL_MS,
    unit: 'milliseconds',
    description: 'Longest that one program of a turn may take, the tools that it waits for included.',
    readBy: 'turns: programs',
  },
  PROGRAM_CPU_MS: {
    kind: 'whole_number',
    ...settingRanges.PROGRAM_CPU_MS,
    unit: 'milliseconds',
    description: 'CPU time of one program, counted only while the program itself runs.',
    readBy: 'turns: programs',
  },
  PROGRAM_TOOL_CALLS: {
    kind: 'whole_number',
    ...settingRanges.PROGRAM_TOOL_CALLS,
    unit: 'calls',
    description: 'Tool calls that one program may make.',
    readBy: 'turns: programs',
  },
  PROGRAM_PROMPT_TOKENS: {
    kind: 'whole_number',
    ...settingRanges.PROGRAM_PROMPT_TOKENS,
    unit: 'tokens',
    description:
      'Tokens that the signatures of the tools which programs may call take in the prompt, and the names of those that no longer fit beyond twenty.',
    readBy: 'turns: programs',
  },
  TOOL_BROKER_MIN_RATE: {
    kind: 'fraction',
    min: 0.01,
    max: 1,
    default: 0.95,
    description:
      'When the share of turns whose called tools were all in the broker’s set falls below this for an hour, the broker goes from enforce back to shadow.',
    readBy: 'flags: rollout guard',
  },
  WEBHOOK_URL: {
    kind: 'url',
    protocols: ['http:', 'https:'],
    description: 'Where results of turns are sent whose message names no callbackUrl (docs/webhooks.md).',
    readBy: 'outbound: webhooks',
  },
  MAIL_TRANSPORT: {
    kind: 'choice',
    values: mailTransports,
    default: 'outbox',
    description:
      'What becomes of mail: outbox stores it and nothing leaves the system, smtp sends it through SMTP_URL, disabled refuses it.',
    readBy: 'outbound: mail',
  },
  SMTP_URL: {
    kind: 'secret',
    protocols: ['smtp:', 'smtps:'],
    description:
      'Mail server with user name and password, such as smtps://user:password@mail.example.com, for MAIL_TRANSPORT smtp.',
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
      'Model that looks at the pictures of screen and camera that contacts share; without one they are only kept.',
    readBy: 'turns: shared context',
  },
  SPAN_TEXTS: {
    kind: 'choice',
    values: spanTextPolicies,
    default: 'store',
    description:
      'Texts in traces: store keeps them, mask takes e-mail addresses and phone numbers out, omit keeps none.',
    readBy: 'identity: span texts',
  },
  ANALYSTS_READ_TEXTS: {
    kind: 'choice',
    values: ['no', 'yes'],
    default: 'no',
    description:
      'yes lets analysts, those of all orgs among them, read what people wrote in this org: messages, traces, arguments, memory.',
    readBy: 'console: texts',
  },
  SPANS_KEPT_DAYS: {
    kind: 'whole_number',
    ...settingRanges.SPANS_KEPT_DAYS,
    unit: 'days',
    description:
      'How long traces are kept. Older ones are removed for good; turns, messages and their totals stay.',
    readBy: 'analytics: retention',
  },
  TOOL_CALLS_KEPT_DAYS: {
    kind: 'whole_number',
    ...settingRanges.TOOL_CALLS_KEPT_DAYS,
    unit: 'days',
    description:
      'How long calls of tools are kept, with their arguments and results. Older ones are removed for good; analytics still count them.',
    readBy: 'analytics: retention',
  },
  BROKER_DECISIONS_KEPT_DAYS: {
    kind: 'whole_number',
    ...settingRanges.BROKER_DECISIONS_KEPT_DAYS,
    unit: 'days',
    description:
      'How long it is kept which tools the broker offered to a turn, and why. Older decisions are removed for good; analytics still count them.',
    readBy: 'analytics: retention',
  },
} as const satisfies Record<string, SettingDefinition>;

/** Name of a setting that the platform reads. */
export type SettingName = keyof typeof platformSettings;

/** Names of the settings of one kind. */
export type SettingNameOf<Kind extends SettingDefinition['kind']> = {
  [Name in SettingName]: (typeof platformSettings)[Name]['kind'] extends Kind ? Name : never;
}[SettingName];
