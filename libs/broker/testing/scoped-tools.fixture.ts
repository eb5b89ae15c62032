import type { EffectiveTool, ScopedTool } from '#tools';
import type { ToolTier } from '#contracts';
import type { BrokerRequest } from '../selection/broker-request.ts';
import { ToolBroker } from '../selection/tool-broker.ts';

interface Described {
  tier?: ToolTier;
  description?: string;
  examples?: string[];
  intents?: string[];
  trigger?: (message: string) => boolean;
  deprecated?: { replacedBy: string; reason: string };
}

/** A tool in scope with the given fields and defaults for the others. */
export function scoped(name: string, described: Described = {}): ScopedTool {
  const { tier = 'deferred', description = '', examples = [], intents = [], ...more } = described;
  const tool = { name, description, category: 'test', whenToUse: [], examples, intents, ...more };
  const deprecationDepth = more.deprecated ? 1 : 0;
  return {
    registered: {
      tool,
      parameters: {},
      definitionHash: description,
      deprecationDepth,
    } as unknown as EffectiveTool,
    tier,
  };
}

/** Invented subjects without common words or concepts, so that a message about one matches one tool. */
export const SUBJECTS =
  'zorbl fnord glorp quux plugh xyzzy frotz grue snark boojum jabber wocky tulgey bander uffish brillig slithy mimsy raths outgrabe vorpal manxome frumious'.split(
    ' ',
  );
/** `count` tools with different subjects. */
export const many = (count: number) =>
  SUBJECTS.slice(0, count).map((subject) =>
    scoped(`do_${subject}`, { description: `Handles ${subject} and nothing else` }),
  );

export const always = scoped('always_there', { tier: 'always' });
export const universal = scoped('everywhere', { tier: 'universal' });
export const broker = new ToolBroker();
/** The broker's selection for a message, with the offered names. */
export const select = (usable: ScopedTool[], change: Partial<BrokerRequest> = {}) => {
  const selection = broker.select({
    mode: 'enforce',
    message: 'some zorbl',
    usable,
    loading: 'broker',
    recentTools: [],
    intents: [],
    toolSearch: true,
    agent: 'closer',
    channel: 'chat',
    cues: [],
    limits: { topK: 12, fallbackK: 20, fullSetMax: 30 },
    ...change,
  });
  return { ...selection, names: selection.offered.map(({ registered }) => registered.tool.name) };
};
