import fc from 'fast-check';
import { nearly, type Schema } from '../../libs/contracts/testing/nearly.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import type { Place } from './leak-places.ts';
import type { McpTool } from './mcp-tools.ts';
import type { Strangers } from './strangers.ts';

/**
 * Calls every tool of every own org with values of the strangers as arguments, and with their conversation as the
 * conversation of the connection. The session always uses the org's key.
 */
export function mcpPlaces(tools: readonly McpTool[], strangers: Strangers): Place[] {
  const first = new Map(tools.toReversed().map((tool) => [tool.org, tool]));
  return [
    ...tools.map((tool) => argumentsPlace(tool, strangers)),
    ...[...first.values()].map((tool) => conversationPlace(tool, strangers)),
  ];
}

function argumentsPlace({ name, inputSchema, call }: McpTool, strangers: Strangers): Place {
  return {
    name,
    server: 'api',
    probe: (_actor, dice) => {
      const seed = dice.below(2 ** 31);
      const [given] = fc.sample(nearly(inputSchema, theirs(inputSchema, strangers, dice)), {
        numRuns: 1,
        seed,
      });
      return { place: name, mustRefuse: false, sent: null, request: call(given) };
    },
  };
}

function conversationPlace({ org, call }: McpTool, strangers: Strangers): Place {
  const name = `MCP ${org} query conversation`;
  return {
    name,
    server: 'api',
    probe: (_actor, dice) => {
      const id = dice.pick(strangers.marks.ids);
      return { place: name, mustRefuse: true, sent: [id], request: call({}, id) };
    },
  };
}

function theirs(schema: Schema, strangers: Strangers, dice: SeededRandom): Record<string, string[]> {
  const known: Record<string, string[]> = { uuid: [dice.pick(strangers.marks.ids)] };
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (property.type === 'string' && !property.enum)
      known[name] = [
        dice.pick(/id$/i.test(name) && dice.below(2) === 0 ? strangers.marks.ids : strangers.marks.texts),
      ];
  return known;
}
