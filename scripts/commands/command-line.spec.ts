import { globSync, readFileSync } from 'node:fs';
import { apiKeyScopes, callerKinds } from '#contracts';
import { readCommandLine } from './command-line.ts';
import { tellFailure } from './run-command.ts';
import { programs } from './table.ts';
import { HelpWanted, UsageError } from './usage.errors.ts';

const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

/** Reads what follows `npm run`. */
function read(line: string) {
  const [name = '', ...args] = wordsOf(line);
  const found = programs.get(name);
  if (!found) throw new Error(`There is no command ${name}`);
  return readCommandLine(found, args);
}

describe('a command line', () => {
  it.each([
    ['flags list', { command: 'list', names: [], options: { json: false } }],
    [
      'flags set tool_broker enforce --org demo --percent 12.5 --reason "to measure"',
      { names: ['tool_broker', 'enforce'], options: { org: 'demo', percent: 12.5, reason: 'to measure' } },
    ],
    ['flags clear ptc --org demo --share --reason x', { options: { share: true } }],
    ['flags undo 1 --force --why x', { names: ['1'], options: { force: true, reason: 'x' } }],
    ['flags list --url http://a:1/', { options: { url: 'http://a:1' } }],
    ['settings set MODEL_ROUNDS 7 --org demo --reason x', { names: ['MODEL_ROUNDS', '7'] }],
    ['settings set SMTP_URL --secret --reason x', { names: ['SMTP_URL'], options: { secret: true } }],
    [
      'models add our-llama --base-url https://gpu.example.com/v1 --tier flash --prices-usd 1,0.5,2 --context 8192 --input-margin 1.6 --abilities tools,vision --key',
      {
        options: {
          'prices-usd': { input: 1, cachedInput: 0.5, output: 2 },
          context: 8_192,
          'input-margin': 1.6,
          abilities: ['tools', 'vision'],
          key: true,
        },
      },
    ],
    [
      'broker explain "A villa, please" --org demo --agent estio/guide',
      { names: ['A villa, please'], options: { agent: 'estio/guide', caller: 'contact', all: false } },
    ],
    ['setup --org a --admin b@c --pack estio --pack geo', { options: { pack: ['estio', 'geo'] } }],
    ['tools definitions', { names: [] }],
    ['fuzz', { command: '', options: { requests: 5_000, seed: 1 } }],
    [
      'faults --kill-every 0 --faults redis,replay',
      { options: { 'kill-every': 0, faults: ['redis', 'replay'] } },
    ],
  ])('%s is understood', (line, expected) => expect(read(line)).toMatchObject(expected));

  it.each([
    ['flags', 'Name a command: list, get, set,'],
    ['flags delete ptc', 'No such command: delete. There are: list,'],
    [
      'flags set tool_broker --reason x',
      'VALUE is missing.\nUsage: npm run flags -- set FLAG VALUE --reason TEXT',
    ],
    [
      'flags set greeting good morning --reason x',
      'Unexpected "morning". An argument with spaces needs quotation',
    ],
    ['flags kill ptc', '--reason TEXT is missing'],
    ['flags kill ptc --reason " "', '--reason TEXT is missing'],
    ['flags set ptc true --percent 5 --reason x', '--org is missing: shares and conversations'],
    ['flags set ptc true --org demo --percent 5 --conversation x --reason x', 'not both'],
    [
      'flags set ptc true --org demo --percent many --reason x',
      '--percent: expected a number from 0 to 100, found "many"',
    ],
    ['flags set ptc true --percentage 5', "Unknown option '--percentage'.\n"],
    ['flags list --percent 5', '--percent belongs to set.'],
    ['settings set A --reason x', 'VALUE is missing.'],
    ['settings set A b --secret --reason x', 'Give no VALUE with --secret'],
    ['settings get A --secret', '--secret belongs to set.'],
    [
      'settings set A --secret --email a@b --password-stdin --reason x',
      'cannot both come from standard input',
    ],
    ['models add x', '--base-url URL is missing'],
    ['models add x --base-url u --tier gold', '--tier: expected flash, standard or premium, found "gold"'],
    [
      'models add x --base-url u --tier flash --prices-usd 1,2',
      'expected three numbers, INPUT,CACHED,OUTPUT',
    ],
    ['models add x --base-url u --tier flash --abilities speech', '--abilities: expected tools, vision,'],
    ['models add-key openai --email a@b --password-stdin', 'cannot both come from standard input'],
    ['models cost --from yesterday', '--from: expected a day such as 2026-11-22, found "yesterday"'],
    ['broker train', '--org SLUG is missing'],
    ['broker explain two words --org demo --agent a', 'quotation marks'],
    ['broker explain word --org demo', '--agent AGENT is missing'],
    ['broker explain word --org demo --agent a --caller boss', '--caller: expected contact, staff or admin'],
    ['tools override x', '--file FILE is missing'],
    ['tools deprecated --days 8', '--days: expected 7 or 30, found "8"'],
    ['tools approve x', 'HASH is missing.'],
    ['analytics add-role x', 'Name what the login reads: --org SLUG or --all-orgs.'],
    ['analytics rebuild --from 2026-02-30', '--from: expected a day'],
    ['import x', 'FILE is missing.'],
    ['setup --org acme', '--admin E-MAIL is missing'],
    ['setup --org a --admin b@c --scopes everything', '--scopes: expected messages,'],
    ['mcp --org a --key k --user u', 'Give --key or --user, not both'],
    ['sandbox', 'FILE is missing.'],
    ['sandbox a.js --tools real', '--tools: expected demo, found "real"'],
    ['eval', '--provider A,B is missing'],
    [
      'eval --provider acme',
      '--provider: expected google, openai, anthropic, offline or a URL, found "acme"',
    ],
    ['eval --provider offline --backend mysql', '--backend: expected embedded, postgres or redis'],
    ['faults --workers 40', '--workers: expected a whole number from 1 to 32, found "40"'],
    ['faults --faults flood', '--faults: expected database,'],
    ['geo-sample --port 70000', '--port: expected a whole number from 0 to 65535'],
    ['migrate --org', "Unknown option '--org'.\nUsage: npm run migrate"],
    ['reseal now', 'Unexpected "now".'],
  ])('%s is refused with what was expected', (line, problem) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(problem);
    expect(() => read(line)).toThrow(`Usage: npm run `);
  });

  it('ends with 0 for help, with 2 for a wrong command line and with 1 for a failure', () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(tellFailure(new HelpWanted('the help'))).toBe(0);
    expect(tellFailure(new UsageError('what was expected'))).toBe(2);
    expect(tellFailure(new Error('the disk is full'))).toBe(1);
    expect(log.mock.calls).toEqual([['the help']]);
    expect(error.mock.calls).toEqual([['what was expected'], [new Error('the disk is full')]]);
    jest.restoreAllMocks();
  });
});

describe('the table of commands', () => {
  const all = [...programs].flatMap(([name, { commands }]) => [
    name,
    ...Object.keys(commands ?? {}).map((command) => `${name} ${command}`),
  ]);

  it.each(all)('%s has a help', (line) => {
    const help = new RegExp(`^Usage: npm run (--silent )?${line.split(' ')[0]}\\b`);
    for (const option of ['--help', '-h']) {
      expect(() => read(`${line} ${option}`)).toThrow(HelpWanted);
      expect(() => read(`${line} ${option}`)).toThrow(help);
    }
  });

  it('has a script of package.json for every program', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect([...programs.keys()].filter((name) => !(name in scripts))).toEqual([]);
  });

  it('offers what the contracts know', () => {
    expect(() => read('setup --org a --admin b --scopes none')).toThrow(apiKeyScopes.slice(0, -1).join(', '));
    expect(() => read('broker train --org a --caller none')).toThrow('--caller belongs to explain');
    const callers = callerKinds.map((kind) => read(`broker explain x --org a --agent b --caller ${kind}`));
    expect(callers.map(({ options }) => options.caller)).toEqual(callerKinds);
  });

  it('has every command and option that the documents name', () => {
    const files = globSync(['*.md', 'docs/**/*.md']);
    const named = files.flatMap((file) =>
      [
        ...readFileSync(file, 'utf8')
          .replaceAll('\\\n', ' ')
          .matchAll(/npm run (?:--silent )?([\w-]+) -- ([^`\n#<]*)/g),
      ].map(([line, name = '', rest = '']) => ({ file, line, name, rest })),
    );
    const wrong = named.filter(({ name, rest }) => {
      const found = programs.get(name);
      const [command = ''] = rest.split(' ');
      const options = [...rest.matchAll(/--([a-z][a-z-]*)/g)].map(([, option = '']) => option);
      return (
        found &&
        ((found.commands && /^[a-z]/.test(command) && !(command in found.commands)) ||
          options.some((option) => !(option in found.options)))
      );
    });
    expect(named.length).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });
});
