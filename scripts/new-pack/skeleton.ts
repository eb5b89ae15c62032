import { splitBillHints, splitBillSpec, splitBillTool } from './split-bill.ts';
import { toolNameOf } from './name.ts';

export interface Skeleton {
  /** Contents by path from the project's root. */
  files: Record<string, string>;
  /** The files that list the packs. */
  registrations: Registration[];
}

export interface Registration {
  file: string;
  /** @returns undefined when the file has no list that can be read. */
  edit: (content: string) => string | undefined;
}

const PRINT_WIDTH = 110;

/** All files of a new pack: one agent, one tool with its test, two scenarios. They pass every check as they are. */
export function skeletonOf(name: string): Skeleton {
  const folder = `packs/${name}`;
  const tool = `${name}-split-bill`;
  return {
    files: {
      [`${folder}/index.ts`]: packFile(name),
      [`${folder}/agents/agents.ts`]: agentsFile(name),
      [`${folder}/tools/${tool}.tool.ts`]: splitBillTool(name),
      [`${folder}/tools/${tool}.spec.ts`]: splitBillSpec(name),
      [`${folder}/seeds/demo-org.ts`]: demoOrgFile(name),
      [`${folder}/offline/index.ts`]: offlineFile(name),
      [`${folder}/offline/split-bill.ts`]: splitBillHints(name),
      [`${folder}/scenarios/index.ts`]: scenariosFile(name),
      [`test/e2e/${name}-scenarios.spec.ts`]: scenariosSpec(name),
    },
    registrations: [
      {
        file: 'packs/index.ts',
        edit: (content) => registered(content, { list: 'packs', name, from: `./${name}/index.ts` }),
      },
      {
        file: 'packs/offline.ts',
        edit: (content) =>
          registered(content, {
            list: 'offlinePacks',
            name: `${name}Offline`,
            from: `./${name}/offline/index.ts`,
          }),
      },
    ],
  };
}

/** The next steps after creating a pack. */
export function nextSteps(name: string): string {
  const commands = [
    ['npm start', `makes the demo org "${name}", and says how to ask it`],
    [`npm test -- packs/${name}`, 'its unit tests'],
    [`npm run eval -- --provider offline --pack ${name}`, 'its scenarios'],
    ['npm run check', 'types, lint, format, architecture, dead code'],
  ] as const;
  const width = Math.max(...commands.map(([command]) => command.length));
  return `Stop a running npm start or npm run dev with Ctrl-C first: it does not know the pack. Then try it:
${commands.map(([command, meaning]) => `  ${command.padEnd(width)}  ${meaning}`).join('\n')}
Go on with docs/write-a-pack.md: replace the tool ${toolNameOf(name)} by one of yours.`;
}

/** The content with the name imported and at the end of the list, laid out as Prettier does it. */
function registered(
  content: string,
  { list, name, from }: { list: string; name: string; from: string },
): string | undefined {
  const found = new RegExp(String.raw`(export const ${list}: [^=]+ = \[)([^\]]*)\];`).exec(content);
  const lastImport = [...content.matchAll(/^import \{ \w+ \} from '\.\/.+';\n/gm)].at(-1);
  const [whole, head, entries = ''] = found ?? [];
  if (whole === undefined || !lastImport) return undefined;
  const names = [...(entries.match(/\w+/g) ?? []), name];
  const line = `${head}${names.join(', ')}];`;
  const laidOut =
    line.length > PRINT_WIDTH ? `${head}\n${names.map((entry) => `  ${entry},\n`).join('')}];` : line;
  return content
    .replace(lastImport[0], `${lastImport[0]}import { ${name} } from '${from}';\n`)
    .replace(whole, laidOut);
}

const capital = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

function packFile(name: string): string {
  return `import { definePack } from '#pack-kit';
import { agents } from './agents/agents.ts';
import { demoOrg } from './seeds/demo-org.ts';
import { splitBill } from './tools/${name}-split-bill.tool.ts';

/** Describes the purpose of the pack in one sentence. */
export const ${name} = definePack({
  name: '${name}',
  title: '${capital(name)}',
  loading: 'broker',
  agents,
  tools: [splitBill],
  excludeUniversal: ['read_file', 'write_file'],
  demo: demoOrg,
});
`;
}

function offlineFile(name: string): string {
  return `import { offlineFor } from '#offline-model';
import { ${name} } from '../index.ts';
import { splitBillHints } from './split-bill.ts';

/** The part of the pack that only the offline model needs. It answers where no model has a key. */
export const ${name}Offline = offlineFor(${name}, {
  tools: { ${toolNameOf(name)}: splitBillHints },
});
`;
}

function agentsFile(name: string): string {
  return `import type { AgentSpec } from '#pack-kit';

const PROMPT = \`You help the guests of a small restaurant. Be polite and brief, and answer in the language of the last message.
State amounts only from tool results of this conversation. If no tool gave an amount, say that you do not know it.\`;

export const agents: AgentSpec[] = [
  {
    name: 'helper',
    description: 'Helps guests.',
    prompt: PROMPT,
    taskType: 'simple_chat',
    tools: ['${toolNameOf(name)}', 'tool_search'],
  },
];
`;
}

function demoOrgFile(name: string): string {
  return `import type { DemoOrg } from '#pack-kit';

/** The demo org of the pack, with invented people. */
export const demoOrg: DemoOrg = {
  slug: '${name}',
  name: '${capital(name)} (demo)',
  timezone: 'UTC',
  settings: {},
  users: [{ handle: 'staff-01', name: 'Alex Stone', role: 'member' }],
  contacts: [
    { id: 'guest-01', name: 'Mina Berg', language: 'en' },
    { id: 'guest-02', name: 'سلمى حداد', language: 'ar' },
  ],
};
`;
}

function scenariosFile(name: string): string {
  return `import { defineScenarios, scenario } from '#pack-kit';

/** The acceptance scenarios of the pack. */
export const scenarios = defineScenarios({
  pack: '${name}',
  org: '${name}',
  anchor: '2026-11-16',
  clockAt: '2026-11-16T09:00:00Z',
  scenarios: [
    scenario('S1', 'splits a bill', {
      say: 'Split a bill of 120 euros between 4 people',
      contact: 'guest-01',
      expect: {
        agent: '${name}/helper',
        calls: [{ tool: '${toolNameOf(name)}', arguments: { amount: 120, people: 4 }, data: { each: 30 } }],
        says: ['30'],
      },
    }),
    scenario('S2', 'splits a bill in Arabic', {
      say: 'اقسم فاتورة 90 يورو على 3 أشخاص',
      contact: 'guest-02',
      expect: {
        calls: [{ tool: '${toolNameOf(name)}', arguments: { amount: 90, people: 3 }, data: { each: 30 } }],
        says: ['30'],
        language: 'ar',
      },
    }),
  ],
});
`;
}

function scenariosSpec(name: string): string {
  return `import { scenarios } from '../../packs/${name}/scenarios/index.ts';
import { describeScenarios } from '../scenarios/describe-scenarios.fixture.ts';

describeScenarios(scenarios);
`;
}
