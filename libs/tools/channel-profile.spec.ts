import { channelProfile } from './channel-profile.ts';

const profile = (channel: string, own: Record<string, string> = {}) =>
  channelProfile(channel, new Map(Object.entries(own)));

describe('the profile of a channel', () => {
  it('gives voice fewer rounds than chat and no premium tier, and tool calls the same time', () => {
    expect(profile('voice')).toEqual({ modelRounds: 3, toolTimeoutMs: 25_000, highestTier: 'standard' });
    for (const channel of ['chat', 'whatsapp', 'mcp'])
      expect(profile(channel)).toEqual({ modelRounds: 5, toolTimeoutMs: 25_000, highestTier: undefined });
  });

  it('is what the org sets, each channel for itself', () => {
    const own = {
      MODEL_ROUNDS: '8',
      VOICE_MODEL_ROUNDS: '2',
      TOOL_TIMEOUT_MS: '30000',
      VOICE_TOOL_TIMEOUT_MS: '6000',
      VOICE_TIER: 'flash',
    };
    expect(profile('voice', own)).toEqual({ modelRounds: 2, toolTimeoutMs: 6_000, highestTier: 'flash' });
    expect(profile('chat', own)).toEqual({ modelRounds: 8, toolTimeoutMs: 30_000, highestTier: undefined });
  });

  it('never gives voice more than chat', () => {
    const own = { MODEL_ROUNDS: '2', TOOL_TIMEOUT_MS: '9000', VOICE_MODEL_ROUNDS: '50' };
    expect(profile('voice', own)).toMatchObject({ modelRounds: 2, toolTimeoutMs: 9_000 });
  });

  it('is the default for what does not fit', () => {
    const own = { VOICE_MODEL_ROUNDS: '0', VOICE_TOOL_TIMEOUT_MS: 'soon', VOICE_TIER: 'cheap' };
    expect(profile('voice', own)).toEqual({ modelRounds: 3, toolTimeoutMs: 25_000, highestTier: 'standard' });
  });
});
