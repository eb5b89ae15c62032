import { callsOf, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor, withList } from '../../testing/parts-list-turn.ts';

const LOGGER = 'a temperature logger with an ESP32';

describe('what is shown again', () => {
  it.each([
    'parts list again',
    'show the parts again',
    'BOM again',
    'the parts list once more please',
    'the parts list one more time',
    'can you show me the bom again?',
    'give me the parts list again',
    'list the parts again',
    'what were the parts again?',
    'قائمة القطع مرة أخرى',
    'اعرض القطع مرة ثانية',
  ])('%s: the list, as it is', (text) => {
    const known = withList(LOGGER);
    expect(callsOf(stepFor(text, { ...known, calls: [] }))).toEqual([
      { tool: 'read_file', arguments: { artifact_type: 'bom' } },
    ]);
    expect(reply(stepFor(text, known))).toMatch(/(?:In the parts list|في قائمة القطع):\n1\. [^]*14\.75/);
  });
  it('is made where there is none yet', () =>
    expect(callsOf(stepFor('parts list again', { artifacts: { context: 1 } }))).not.toEqual([]));
  it('code is shown in its panel', () =>
    expect(callsOf(stepFor('code again', { artifacts: { code: 2 } }))).toEqual([
      { tool: 'open_code_drawer', arguments: {} },
    ]));
  it.each(['make the parts list again', 'create the parts list again', 'اعمل قائمة القطع مرة أخرى'])(
    '%s: a list that is there is changed part by part, and is kept where none is named',
    (text) =>
      expect(reply(stepFor(text, withList(LOGGER)))).toMatch(
        /(?:so the list stays as it is|فتبقى القائمة كما هي)[^]*\n1\. /,
      ),
  );
  it.each(['give me one more part', 'one more component', 'one more LED', 'أعطني قطعة أخرى'])(
    '%s asks for no list',
    (text) =>
      expect(reply(stepFor(text, withList(LOGGER))) ?? '').not.toMatch(
        /^(?:In the parts list|في قائمة القطع):/,
      ),
  );
});
