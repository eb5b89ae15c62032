import { defineTool } from '#pack-kit';
import { platformTools, ToolRegistry } from '#tools';
import { itServes } from '../../../libs/offline-model/testing/corpus.fixture.ts';
import { geo } from '../index.ts';
import { openAnswers, type OpenedAnswers } from '../testing/geo.fixture.ts';
import { SEARCH } from '../tools/arguments.ts';
import { geoTools } from '../tools/index.ts';
import { geoOffline } from './index.ts';

// The server's tools as tools of the pack, because no server runs here.
const tools = geoTools.map(
  ({ name, description, category, input, whenToUse, examples, tier, trigger, intents }) =>
    defineTool({
      name,
      description,
      category,
      input,
      whenToUse,
      examples,
      tier,
      trigger,
      intents,
      channels: ['chat'],
      role: 'any',
      sideEffect: 'none',
      execute: () => Promise.reject(new Error('Calls do not go through the registry')),
    }),
);

describe('the offline model in the pack geo', () => {
  let opened: OpenedAnswers;
  beforeAll(async () => void (opened = await openAnswers()));
  afterAll(() => opened.close());

  itServes('packs/geo/offline/corpus.json', {
    pack: 'geo',
    registry: new ToolRegistry([{ ...geo, tools, mcpServers: [] }], platformTools),
    offline: geoOffline,
    caller: 'contact',
    agentFor: () => 'geo_analyst',
    facts: () => ({ timezone: 'Asia/Dubai' }),
    call: (name, input) => opened.call(name, input),
    beside: [SEARCH],
    // Years are not counted as figures.
    figure: /\d{1,3}(?:,\d{3})+|(?<!\d)\d{5,}/,
  });
});
