import { ToolError } from '#pack-kit';
import { describeWith } from '../../../test/harness/services.ts';
import { calls, dies } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

const failing = {
  ...plainTool('fail'),
  execute: async () => {
    throw new ToolError('NOT_FOUND', 'nothing there');
  },
};

describeWith('postgres', 'an empty answer', () => {
  const turnpike = useTurns([testPack('alpha', [plainTool('find'), failing])]);
  const org = useOrg(turnpike);
  const empty = () => ({ text: ' \n' });
  const NO_WORDS = 'I could not find the words for an answer. Could you ask again?';

  it.each([
    [
      'after good results is requested once more',
      [calls('find'), empty, () => ({ text: 'Found.' })],
      'Found.',
      3,
    ],
    ['after good results becomes an honest sentence', [calls('find'), empty, empty], NO_WORDS, 3],
    [
      'after a failed call is not requested again',
      [calls('fail'), empty],
      'I could not find an answer to that.',
      2,
    ],
    ['at once is not requested again', [empty], 'I could not find an answer to that.', 1],
    [
      'that is a refusal is not requested again',
      [calls('find'), () => ({ text: '', finishReason: 'refusal' as const })],
      'I could not find an answer to that.',
      2,
    ],
  ])('%s', async (_what, script, reply, requests) => {
    turnpike.model.answer(...script);
    const { turnId } = await org.send();
    await org.run(turnId);
    expect(await org.replyTo(turnId)).toBe(reply);
    expect(turnpike.model.requests).toHaveLength(requests);
    if (requests === 3) expect(turnpike.model.requests[2]).toMatchObject({ tools: [], functions: [] });
  });

  it('is not paid for twice', async () => {
    const { turnId } = await org.send();
    turnpike.model.answer(calls('find'), empty, dies, () => ({ text: 'Found.' }));
    await org.run(turnId);
    await org.run(turnId);
    expect(await org.replyTo(turnId)).toBe('Found.');
    expect(turnpike.model.requests).toHaveLength(4);
  });
});
