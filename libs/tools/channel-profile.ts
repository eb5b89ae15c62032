import { choice, wholeNumberSetting, type SettingReader } from '#identity';
import type { TaskTier, ChannelRules } from '#pack-kit';

/** Limits of a channel for turns, and for calls from outside a turn that follow the rules of the channel. */
export interface ChannelProfile {
  /** Maximum number of model rounds with tool calls per turn. */
  modelRounds: number;
  /** Time limit of one tool call over all attempts. */
  toolTimeoutMs: number;
  /** Model tier at which routing starts for a task of a higher tier; undefined if the task alone decides. */
  highestTier: TaskTier | undefined;
}

/** The rules that the channel with this name follows. */
export function channelRules(channel: string): ChannelRules {
  return channel === 'voice' ? 'voice' : 'chat';
}

/**
 * The profile of a channel: the voice profile for voice, the chat profile for every other channel. A caller on the phone
 * hears silence while a tool runs, so the chat limits cap those of voice, whatever the voice settings say.
 */
export function channelProfile(channel: string, settings: SettingReader): ChannelProfile {
  const chat = {
    modelRounds: wholeNumberSetting(settings, 'MODEL_ROUNDS'),
    toolTimeoutMs: wholeNumberSetting(settings, 'TOOL_TIMEOUT_MS'),
    highestTier: undefined,
  };
  if (channelRules(channel) === 'chat') return chat;
  return {
    modelRounds: Math.min(chat.modelRounds, wholeNumberSetting(settings, 'VOICE_MODEL_ROUNDS')),
    toolTimeoutMs: Math.min(chat.toolTimeoutMs, wholeNumberSetting(settings, 'VOICE_TOOL_TIMEOUT_MS')),
    highestTier: choice(settings, 'VOICE_TIER'),
  };
}
