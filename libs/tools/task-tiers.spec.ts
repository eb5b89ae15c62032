import { taskTiersOf } from './task-tiers.ts';
import { fakePack } from './testing/fake-tools.ts';

describe('tiers of task types', () => {
  it('are the platform’s, those that packs give, and standard for the rest that is named', () => {
    const agent = { name: 'a', description: 'd', prompt: 'p', tools: [] };
    const tiers = taskTiersOf([
      fakePack([], {
        agents: [
          { ...agent, taskType: 'cad_review' },
          { ...agent, taskType: 'plain' },
        ],
        taskTiers: { cad_review: 'premium', labelling: 'flash' },
      }),
    ]);
    expect(tiers).toMatchObject({
      cad_review: 'premium',
      labelling: 'flash',
      plain: 'standard',
      negotiation: 'premium',
    });
  });
});
