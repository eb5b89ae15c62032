import { platformTools, ToolRegistry } from '#tools';
import { itServes } from '../../../libs/offline-model/testing/corpus.fixture.ts';
import { readProfile } from '../agents/lead-profile.ts';
import { consult } from '../index.ts';
import { consultOffline } from './index.ts';
import { chooseAgentRules } from './rules/choose-agent.ts';

// Messages of a visitor or of an admin.
describe('the offline model in the pack consult', () => {
  itServes('packs/consult/offline/corpus.json', {
    pack: 'consult',
    registry: new ToolRegistry([consult], platformTools),
    offline: consultOffline,
    caller: 'contact',
    agentFor: (message) => chooseAgentRules(message).agent,
    facts: (said, caller) => ({
      contactId: 'visitor-01',
      userId: caller === 'admin' ? 'consultant' : null,
      // The profile that the visitor has stated so far.
      known: Object.assign({}, ...said.map((text) => readProfile(text))) as Record<string, unknown>,
    }),
    figure: /\d{1,3}(?:,\d{3})+|(?<!\d)\d{4,}/,
  });
});
