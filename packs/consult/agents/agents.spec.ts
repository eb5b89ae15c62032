import { agents, firstTools } from './agents.ts';

it.each(agents.map(({ name, prompt, tools }) => [name, prompt, tools] as const))(
  '%s is told what to reach for first, of tools that it has',
  (name, prompt, tools) => {
    const first = firstTools[name] ?? [];
    expect(first.length).toBeGreaterThan(1);
    for (const tool of first) expect(prompt).toContain(tool);
    // Tools that every agent has are not listed.
    expect(first.filter((tool) => !tools.includes(tool) && tool !== 'query_org_data')).toEqual([]);
  },
);
