import { RUN_PROGRAM } from '#tools';
import { seenArtifacts } from './seen-artifacts.ts';

const seen = (...outcomes: unknown[]) =>
  Object.fromEntries(
    seenArtifacts({
      steps: new Map(outcomes.map((outcome, at) => [`step:${at}`, { requestHash: '', outcome }])),
    }),
  );
const read = (version: number) => ({ exists: true, artifact_type: 'bom', version, content: 'x' });
const byModel = (tool: string, given: object, value: unknown, success = true) => ({
  callId: 'c',
  tool,
  arguments: given,
  modelText: JSON.stringify({ success, data: value }),
  success,
  durationMs: 1,
});
const byProgram = (given: object, value: unknown, ok = true) => ({
  tool: 'read_file',
  input: JSON.stringify(given),
  ok,
  answer: JSON.stringify(value),
});

describe('versions of artifacts that a resumed turn has seen', () => {
  it('are those that the model has read or written, the newest of each', () => {
    expect(seen(byModel('read_file', {}, read(2)), byModel('write_file', {}, read(3)))).toEqual({ bom: 3 });
    expect(seen(null, { model: 'm', text: '"artifact_type"' })).toEqual({});
  });

  it('are those that its programs have read', () => {
    expect(seen(byProgram({ artifact_type: 'bom' }, read(4)))).toEqual({ bom: 4 });
  });

  it.each([
    ['by its number', byModel('read_file', { version: 1 }, read(1))],
    ['by its number in a program', byProgram({ version: 1 }, read(1))],
    ['without success', byModel('read_file', {}, read(1), false)],
    [
      'without success in a program',
      byProgram({}, { errorClass: 'INTERNAL', message: '"artifact_type"' }, false),
    ],
  ])('are not those that were asked for %s', (_how, outcome) => {
    expect(seen(outcome)).toEqual({});
  });

  it('do not depend on the output of a program', () => {
    expect(seen(byModel(RUN_PROGRAM, { code: '…' }, read(9)))).toEqual({});
  });
});
