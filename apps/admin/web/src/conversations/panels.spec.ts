import { panelAt, panelsOf, kindLabel, shows } from './panels.ts';

const artifact = (kind: string) => ({
  kind,
  title: kind,
  version: 1,
  updatedAt: '2026-11-26T08:00:00.000Z',
  turnId: null,
});
const panel = (name: string, kinds: string[], worksOut = false) => ({ name, title: name, kinds, worksOut });
const project = {
  drawers: [panel('context', ['context', 'mvp']), panel('parts', ['bom'], true), panel('bom', ['bom'])],
  artifacts: ['mvp', 'notes'].map(artifact),
};

it('lists the pack’s panels, artifacts without a panel, and the common panels', () => {
  expect(panelsOf(project).map(({ name }) => name)).toEqual(
    'context parts bom notes conversation_summary memory tools'.split(' '),
  );
  const summed = { ...project, drawers: [panel('summary', ['conversation_summary'])] };
  expect(panelsOf(summed).map(({ name }) => name)).toEqual(['summary', 'mvp', 'notes', 'memory', 'tools']);
  const plain = { drawers: [], artifacts: [artifact('conversation_summary')] };
  expect(panelsOf(plain).map(({ title }) => title)).toEqual(['Summary', 'Memory', 'Tools']);
  expect(panelsOf({ ...plain, artifacts: [] })).toEqual(panelsOf(plain));
});

it('finds a panel by its name or by a kind of artifact that it shows', () => {
  const at = (name: string) => {
    const found = panelAt(project, name);
    return found && [found.panel.name, found.kind];
  };
  expect(at('mvp')).toEqual(['context', 'mvp']);
  expect(at('bom')).toEqual(['bom', 'bom']);
  expect(at('parts')).toEqual(['parts', 'bom']);
  expect(at('tools')).toEqual(['tools', undefined]);
  expect(at('nothing')).toBeUndefined();
  expect(panelAt({ ...project, drawers: [panel('brief', ['context', 'mvp'])] }, 'brief')?.kind).toBe('mvp');
});

it('shows an artifact only in a panel without computed lists', () => {
  const [, parts, bom] = project.drawers;
  expect([parts, bom].map((one) => one && shows(one, 'bom'))).toEqual([false, true]);
});

it('labels the kinds of artifacts', () => {
  expect(['conversation_summary', 'prd', 'wiring_diagram'].map(kindLabel)).toEqual([
    'Summary',
    'PRD',
    'Wiring diagram',
  ]);
});
