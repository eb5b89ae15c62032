import { splitBillSpec, splitBillTool } from './split-bill.ts';
import { toolNameOf } from './name.ts';

export interface Skeleton {
  /** Contents by path from the project's root. */
  files: Record<string, string>;
  registration: {
    file: string;
    /** @returns undefined when the file is not as it was. */
    edit: (content: string) => string | undefined;
  };
}

const LAST_IMPORT = /(import \{ \w+ \} from '\.\/[\w-]+\/index\.ts';\n)(?!import)/;
const LIST = /(export const packs: Pack\[\] = \[)([^\]]*)(\];)/;

/** All files of a new pack: one agent, one tool with its test, two scenarios. They pass every check as they are. */
export function skeletonOf(name: string): Skeleton {
  const folder = `packs/${name}`;
  const tool = `${name}-split-bill`;
  return {
    files: {
      [`${folder}/index.ts`]: packFile(name),
      [`${folder}/agents.ts`]: agentsFile(name),
      [`${folder}/demo-org.ts`]: demoOrgFile(name),
      [`${folder}/tools/${tool}.tool.ts`]: splitBillTool(name),
      [`${folder}/tools/${tool}.spec.ts`]: splitBillSpec(name),
      [`${folder}/scenarios/index.ts`]: scenariosFile(name),
      [`test/e2e/${name}-scenarios.spec.ts`]: scenariosSpec(name),
    },
    registration: {
      file: 'packs/index.ts',
      edit: (content) => registered(name, content),
    },
  };
}

/** What somebody who has just made a pack does next. */
export function nextSteps(name: string): string {
  return `A running npm start or npm run dev knows nothing of it yet: stop it with Ctrl-C first. Then try it:
  npm start                                       makes the demo org "${name}", and says how to ask it
  npm test -- packs/${name}                  its unit tests
  npm run eval -- --provider offline --pack ${name}   its scenarios
  npm run check                                   types, lint, format, architecture, dead code
Go on with docs/write-a-pack.md: replace the tool ${toolNameOf(name)} by one of yours.`;
}

function registered(name: string, content: string): string | undefined {
  const list = LIST.exec(content);
  if (!list || !LAST_IMPORT.test(content)) return undefined;
  const names = (list[2] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return content
    .replace(LAST_IMPORT, `$1import { ${name} } from './${name}/index.ts';\n`)
    .replace(LIST, `$1${[...names, name].join(', ')}$3`);
}

const capital = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

function packFile(name: string): string {
  return `import { definePack } from '#tools';
import { agents } from './agents.ts';
import { demoOrg } from './demo-org.ts';
import { splitBill } from './tools/${name}-split-bill.tool.ts';

/** Says in one sentence what the pack is for. */
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

function agentsFile(name: string): string {
  return `import type { AgentSpec } from '#tools';

const PROMPT = \`You help the guests of a small restaurant. Be polite and brief, and answer in the language of the last message.
Whatever you say about amounts comes from a tool result of this conversation; what no tool has told you, you do not know.\`;

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
  return `import type { DemoOrg } from '#tools';

/** The demo org that the pack brings; its people are invented. */
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
  return `import { defineScenarios } from '#tools';

/** The acceptance scenarios of the pack. */
export const scenarios = defineScenarios({
  pack: '${name}',
  org: '${name}',
  anchor: '2026-11-16',
  clockAt: '2026-11-16T09:00:00Z',
  scenarios: [
    {
      id: 'S1',
      title: 'splits a bill',
      steps: [
        {
          say: 'Split a bill of 120 euros between 4 people',
          contact: 'guest-01',
          expect: {
            agent: '${name}/helper',
            calls: [{ tool: '${toolNameOf(name)}', arguments: { amount: 120, people: 4 }, data: { each: 30 } }],
            says: ['30'],
          },
        },
      ],
    },
    {
      id: 'S2',
      title: 'splits a bill in Arabic',
      steps: [
        {
          say: 'اقسم فاتورة 90 يورو على 3 أشخاص',
          contact: 'guest-02',
          expect: {
            calls: [{ tool: '${toolNameOf(name)}', arguments: { amount: 90, people: 3 }, data: { each: 30 } }],
            says: ['30'],
            language: 'ar',
          },
        },
      ],
    },
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
