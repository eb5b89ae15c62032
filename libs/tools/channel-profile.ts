import { choice, wholeNumberSetting, type SettingReader } from '#identity';
import type { TaskTier, ChannelRules } from '#pack-kit';

/** What a turn may take on its channel, and a call from elsewhere that follows the channel's rules. */
export interface ChannelProfile {
  /** Rounds of a turn in which the model may call tools. */
  modelRounds: number;
  /** Limit of one tool call over all attempts. */
  toolTimeoutMs: number;
  /** Where work of a higher tier begins; undefined where the task alone decides. */
  highestTier: TaskTier | undefined;
}

/** The rules that a channel follows, by its name. */
export function channelRules(channel: string): ChannelRules {
  return channel === 'voice' ? 'voice' : 'chat';
}

/**
 * Of voice the voice profile, of every other channel that of chat. Who waits on the phone hears nothing meanwhile: so voice
 * never has more rounds or time than the org gives to chat, whatever its own settings say.
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
