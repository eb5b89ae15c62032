import type { BrokerRequest, ServingRanker } from '#broker';
import { wholeNumberSetting, type SettingReader } from '#identity';
import { MAX_READ_CHARACTERS } from '#text';
import { type Pack } from '#pack-kit';
import type { PreviousDecision } from '../context/conversation-window.read-model.ts';

/** The inputs of a selection, besides the org's settings and the pack. */
export interface BrokerFacts extends Omit<
  BrokerRequest,
  'message' | 'loading' | 'cues' | 'limits' | 'learned' | 'previous'
> {
  text: string;
  learned: ServingRanker | undefined;
  previous: Pick<PreviousDecision, 'agent' | 'scopeHash' | 'rankerVersion' | 'brokered'> | undefined;
}

/** The request to the broker; turns and explanations use it. */
export function brokerRequest(facts: BrokerFacts, pack: Pack, settings: SettingReader): BrokerRequest {
  const { text, learned, previous, ...rest } = facts;
  return {
    ...rest,
    message: text,
    loading: pack.loading,
    cues: pack.cues?.(text.slice(0, MAX_READ_CHARACTERS)) ?? [],
    limits: {
      topK: wholeNumberSetting(settings, 'TOOL_RAG_TOP_K'),
      fallbackK: wholeNumberSetting(settings, 'TOOL_RAG_FALLBACK_K'),
      fullSetMax: wholeNumberSetting(settings, 'TOOL_BROKER_FULL_SET_MAX'),
    },
    ...(learned && { learned }),
    ...(previous?.brokered && { previous: { ...previous, tools: previous.brokered } }),
  };
}
