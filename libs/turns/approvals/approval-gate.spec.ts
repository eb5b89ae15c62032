import { randomUUID } from 'node:crypto';
import type { Org } from '#identity';
import { ToolRegistry } from '#tools';
import { noteTool, testPack } from '../testing/turns.fixture.ts';
import { unknownApprovals } from './approval-gate.ts';

describe('names of tools that need approval', () => {
  const registry = new ToolRegistry([testPack('alpha', [noteTool([])])], []);
  const org = () => ({ id: randomUUID() }) as Org;
  const settings = (names: string) => ({ get: () => names, behind: () => undefined }) as never;

  it('are returned and logged once per org if no tool has them', () => {
    const warnings: unknown[] = [];
    const ports = { registry, logger: { warn: (fields: unknown) => warnings.push(fields) } } as never;
    const [first, second] = [org(), org()];
    for (const one of [first, first, second])
      expect(unknownApprovals(ports, one, settings('note, noet'))).toEqual(['noet']);
    expect(warnings).toEqual([
      { orgId: first.id, tool: 'noet' },
      { orgId: second.id, tool: 'noet' },
    ]);
    expect(unknownApprovals(ports, first, settings('note'))).toEqual([]);
  });
});
