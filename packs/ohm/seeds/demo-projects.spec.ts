import { demoProjects } from './demo-projects.ts';

const projects = demoProjects(new Date('2026-03-02T00:00:00Z'));

describe.each(projects.map((project) => [project.contactId, project] as const))(
  'the project of %s',
  (_, project) => {
    it('has words in every message', () => {
      for (const { text, reply } of project.turns) {
        expect(text.trim()).not.toBe('');
        expect(reply?.trim()).not.toBe('');
      }
    });

    it('has what its replies speak of: whoever wrote a parts list left one', () => {
      const kinds = new Set((project.artifacts ?? []).map(({ kind }) => kind));
      if (project.turns.some(({ agent, reply }) => agent === 'bomGenerator' && reply !== undefined))
        expect([...kinds]).toContain('bom');
      for (const { calls = [] } of project.turns)
        for (const { tool, arguments: given } of calls)
          if (tool === 'write_file') expect([...kinds]).toContain(given?.artifact_type);
    });

    it('was written in its own time', () => {
      const [first] = project.turns;
      for (const { at } of project.artifacts ?? [])
        expect(at.getTime()).toBeGreaterThanOrEqual(first?.at.getTime() ?? Number.POSITIVE_INFINITY);
    });
  },
);
