/**
 * A place where a flag can have a value. The most specific place that applies to a conversation wins; the kill switch
 * overrides all. `orgId` is null for platform places; only a conversation place has a `conversationId`.
 */
export type FlagPlace =
  | { at: 'default'; orgId: null; conversationId: null }
  | { at: 'kill'; orgId: null; conversationId: null }
  | { at: 'org'; orgId: string; conversationId: null }
  | { at: 'share'; orgId: string; conversationId: null }
  | { at: 'conversation'; orgId: string; conversationId: string };
export type FlagPlaceKind = FlagPlace['at'];

export const PLATFORM_DEFAULT: FlagPlace = { at: 'default', orgId: null, conversationId: null };
export const KILL_SWITCH: FlagPlace = { at: 'kill', orgId: null, conversationId: null };

export function orgPlace(at: 'org' | 'share', orgId: string): FlagPlace {
  return { at, orgId, conversationId: null };
}

export function conversationPlace(orgId: string, conversationId: string): FlagPlace {
  return { at: 'conversation', orgId, conversationId };
}

/** Describes the place in words that follow "was changed". */
export function describePlace(place: FlagPlace): string {
  switch (place.at) {
    case 'default':
      return 'as platform default';
    case 'kill':
      return 'at its kill switch';
    case 'org':
      return 'for the org';
    case 'share':
      return "for a share of the org's conversations";
    case 'conversation':
      return `for conversation ${place.conversationId}`;
  }
}
