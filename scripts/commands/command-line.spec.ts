import { globSync, readFileSync } from 'node:fs';
import { apiKeyScopes, callerKinds } from '#contracts';
import { OrgService, UserService } from '#identity';
import { readCommandLine } from './command-line.ts';
import { tellFailure } from './run-command.ts';
import { programs } from './table.ts';
import { HelpWanted, UsageError } from './usage.errors.ts';

const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

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
    ['flags clear ptc --org demo --share --reason x', { options: { share: true } }],
    ['flags undo 1 --force --reason x', { names: ['1'], options: { force: true, reason: 'x' } }],
    ['flags list --url http://a:1/', { options: { url: 'http://a:1' } }],
    ['settings set MODEL_ROUNDS 7 --org demo --reason x', { names: ['MODEL_ROUNDS', '7'] }],
    ['settings set SMTP_URL --secret --reason x', { names: ['SMTP_URL'], options: { secret: true } }],
    [
      'broker explain "A villa, please" --org demo --agent estio/guide',
      { names: ['A villa, please'], options: { agent: 'estio/guide', caller: 'contact', all: false } },
    ],
    ['setup --org a --admin b@c --pack estio --pack geo', { options: { pack: ['estio', 'geo'] } }],
    ['tools definitions', { names: [] }],
    ['fuzz', { command: '', options: { requests: 5_000, seed: 1 } }],
    ['faults --kill-every 0 --faults redis,clock', { options: { faults: ['redis', 'clock'] } }],
  ])('%s is understood', (line, expected) => expect(read(line)).toMatchObject(expected));

  it.each([
    ['flags', 'Name a command: list, get, set,'],
    ['flags set ptc true --percent 5 --reason x', '--org is missing: shares and conversations'],
    ['flags set ptc true --org demo --percent 5 --conversation x --reason x', 'not both'],
    ['flags set ptc true --percentage 5', 'Unknown option --percentage. Did you mean --percent?\n'],
    ['flags kil ptc', 'No such command: kil. Did you mean kill?'],
    ['flags set ptc true --org demo --percent -5', '--percent: expected a number from 0 to 100, found "-5"'],
    ['flags list --url nonsense', '--url: expected a URL such as http://127.0.0.1:3001, found "nonsense"'],
    ['flags kill ptc --reason " "', '--reason needs a value: TEXT'],
    ['broker explain two words --org demo --agent a', 'quotation marks'],
    ['settings set A --reason x', 'VALUE is missing.'],
    ['settings set A b --secret --reason x', 'Give no VALUE with --secret'],
    ['settings get A --secret', '--secret belongs to set.'],
    [
      'settings set A --secret --email a@b --password-stdin --reason x',
      'cannot both come from standard input',
    ],
    ['models add x --tier gold', '--tier: expected flash, standard or premium, found "gold"'],
    ['models add x --prices-usd 1,2', 'expected three numbers, INPUT,CACHED,OUTPUT'],
    ['models cost --from yesterday', '--from: expected a day such as 2026-11-22, found "yesterday"'],
    ['analytics add-role x', 'Name what the login reads: --org SLUG or --all-orgs.'],
    ['analytics rebuild --from 2026-02-30', '--from: expected a day'],
    ['mcp --org a --key k --user u', 'Give --key or --user, not both'],
    ['faults --workers 40', '--workers: expected a whole number from 1 to 32, found "40"'],
  ])('%s is refused with what was expected', (line, problem) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(problem);
    expect(() => read(line)).toThrow(`Usage: npm run `);
  });

  it.each([
    [
      'setup --org "Bad Slug" --admin notmail',
      /^--org: expected[^]*--pack PACK is missing[^]*--admin: expected/,
    ],
    [
      'setup --org Bad --timezone Mars --scopes all surplus',
      /^Unexpected "surplus"[^]*--org: [^]*--pack PACK[^]*--timezone: [^]*--admin E-MAIL[^]*--scopes: /,
    ],
    ['flags set ptc --percent 500', /^VALUE is missing\.\n--percent: expected[^]*--reason TEXT is missing/],
    [
      'flags sett --percent many --jsn',
      /^No such command: sett[^]*Did you mean --json\?\n--percent: expected/,
    ],
  ])('%s: everything that is wrong is named at once', (line, all) => {
    expect(() => read(line)).toThrow(all);
  });

  it('ends with 0 for help, with 2 for a wrong command line and with 1 for a failure', () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(tellFailure(new HelpWanted('the help'))).toBe(0);
    expect(tellFailure(new UsageError('what was expected'))).toBe(2);
    expect(tellFailure(new Error('the disk is full'))).toBe(1);
    tellFailure(Object.assign(new Error('EROFS: read-only, mkdir'), { code: 'EROFS' }));
    tellFailure(Object.assign(new Error('permission denied for table orgs'), { code: '42501' }));
    expect(log.mock.calls).toEqual([['the help']]);
    expect(error.mock.calls).toEqual([
      ['what was expected'],
      [new Error('the disk is full')],
      ['EROFS: read-only, mkdir'],
      [expect.stringContaining('DATABASE_URL')],
    ]);
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

  const runnable = all.filter((line) => line.includes(' ') || !programs.get(line)?.commands);
  it.each(runnable)('%s names each mistake, and where the help is', (line) => {
    const [name = '', command = ''] = line.split(' ');
    const { options, commands, takes = commands?.[command]?.takes ?? [] } = programs.get(name)!;
    const help = `\nHelp: npm run ${name} -- ${command === '' ? '' : `${command} `}--help`;
    const refused = (rest: string, ...problems: string[]) => {
      for (const problem of ['Usage: npm run ', help, ...problems])
        expect(() => read(`${line} ${rest}`)).toThrow(problem);
    };
    refused('--no-such-thing x', 'Unknown option --no-such-thing');
    refused('-x', 'Unknown option -x');
    refused([...takes, 'surplus'].join(' '), 'Unexpected "surplus".');
    for (const [option, { placeholder, requiredBy }] of Object.entries(options)) {
      refused(`--${option}s`, `Unknown option --${option}s. Did you mean --${option}?`);
      if (placeholder === undefined) refused(`--${option}=5`, `--${option} takes no value, found "5".`);
      else refused(`--${option} --no-such-thing`, `--${option} needs a value: ${placeholder}`);
      const isRequired = requiredBy === true || requiredBy?.includes(command);
      if (isRequired) refused('', `--${option} ${placeholder} is missing: `);
    }
    for (const missing of takes.filter((one) => !one.startsWith('['))) refused('', `${missing} is missing.`);
  });

  it('has a script of package.json for every program', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect([...programs.keys()].filter((name) => !(name in scripts))).toEqual([]);
  });

  it('accepts what the libs accept', () => {
    const orgs = Object.create(OrgService.prototype) as OrgService;
    const users = Object.create(UserService.prototype) as UserService;
    const admin = { orgId: null, role: 'platform_admin', name: 'A', handle: 'a' } as const;
    const words = 'acme a-1 1a A a_b a@b a@b@c @b UTC utc Mars IST +02:00 Asia/Calcutta'.split(' ');
    for (const text of [...words, 'a b', 'a'.repeat(64)]) {
      const works = [
        ...['org', 'admin', 'timezone'].map(
          (name) => () => read(`setup --pack geo --org a --admin a@b --${name} "${text}"`),
        ),
        () => orgs.check({ slug: text, name: 'A', timezone: 'UTC' }),
        () => users.check({ ...admin, email: text }),
        () => orgs.check({ slug: 'a', name: 'A', timezone: text }),
      ];
      const accepted = works.map((work) => succeeds(work));
      expect([text, accepted.slice(0, 3)]).toEqual([text, accepted.slice(3)]);
    }
  });

  it('offers what the contracts know', () => {
    expect(() => read('setup --org a --admin b@c --pack geo --scopes none')).toThrow(
      apiKeyScopes.slice(0, -1).join(', '),
    );
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
