import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

/** The files of a new pack, each with `.txt` behind its name. */
const TEMPLATE = path.resolve('scripts/new-pack/template');

/** All files of a new pack: one agent, one tool with its test, two scenarios. They pass every check as they are. */
export function skeletonOf(name: string): Skeleton {
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const filled = (text: string) => text.replaceAll('__name__', name).replaceAll('__Title__', title);
  const templates = readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.txt'))
    .sort();
  return {
    files: Object.fromEntries(
      templates.map((file) => [
        filled(file.split(path.sep).join('/').slice(0, -'.txt'.length)),
        filled(readFileSync(path.join(TEMPLATE, file), 'utf8')),
      ]),
    ),
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
