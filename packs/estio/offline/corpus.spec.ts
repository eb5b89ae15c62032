import { platformTools, ToolRegistry } from '#tools';
import { itServes } from '../../../libs/offline-model/testing/corpus.fixture.ts';
import { estio } from '../index.ts';
import { chooseAgentByCues } from './choose-agent.ts';
import { estioOffline } from './index.ts';

// Messages of staff about a contact.
describe('the offline model in the pack estio', () => {
  itServes('packs/estio/offline/corpus.json', {
    pack: 'estio',
    registry: new ToolRegistry([estio], platformTools),
    offline: estioOffline,
    caller: 'staff',
    agentFor: (message) => chooseAgentByCues(message).agent,
    facts: () => ({ contactId: 'contact-015', userId: 'agent-01', timezone: 'Asia/Nicosia' }),
  });
});
