import type { ConversationMessage, SharedPort, ToolContext } from '#pack-kit';
import { ANCHOR, suiteOrg } from '../../testing/pack-org.fixture.ts';
import { consult } from '../index.ts';
import { consultOffline } from '../offline/index.ts';

/** A freshly seeded consultancy at the beginning of the seeding day. Visitors call the tools, and rules answer model tasks. */
export const advisoryOrg = (options?: { per?: 'suite' | 'test' }) =>
  suiteOrg(
    { pack: consult, offline: consultOffline, extend: () => ({ extra: {}, context: () => ({}) }) },
    options,
  );

/** A conversation of these messages, alternating, with the visitor first. */
export function conversationOf(...texts: string[]): ToolContext['conversation'] {
  const messages = texts.map((text, index): ConversationMessage => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    text,
    at: ANCHOR,
  }));
  return {
    messages: ({ most }) => Promise.resolve(messages.slice(-most)),
    results: () => Promise.resolve([]),
  };
}

/** A visitor who shares only the given items. */
export function sharing(shared: Partial<SharedPort>): SharedPort {
  return {
    location: () => Promise.resolve(undefined),
    picture: () => Promise.resolve(undefined),
    look: () => Promise.reject(new Error('nobody looks')),
    ...shared,
  };
}
