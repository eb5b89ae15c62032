import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const OXLINT = path.resolve('node_modules/oxlint/bin/oxlint');

const ENVIRONMENT = 'export const url = process.env.DATABASE_URL;';
const NOW = 'export const now = Date.now();';
const ROWS =
  'export const rows = (source: { getRepository(e: string): unknown }) => source.getRepository("x");';
const QUERY = 'export const read = (tx: OrgTransaction) => tx.query("SELECT 1");';
const UNSCOPED = 'export const read = (tx: OrgTransaction) => tx.queryUnscoped("SELECT 1");';
const STATEMENTS = [
  'export const read = (tx: { query(sql: string): unknown }) => tx.query("SELECT 1");',
  'export class Turns {\n  constructor(private readonly tx: Transaction) {}\n  end() {\n    return this.tx.execute("DELETE FROM turns");\n  }\n}',
  'export const read = (inner: OrgTransaction | undefined) => inner!.query("SELECT 1");',
  'export class Turns {\n  private statements: PlatformTransaction;\n  end() {\n    return this.statements.execute("DELETE FROM turns");\n  }\n}',
  'export const read = (database: Database) => database.forOrg("a", (t) => t.query("SELECT 1"));',
  'export const read = (database: Database) =>\n  database.asPlatform("why", async function (all) {\n    const same = all;\n    return same.query("SELECT 1");\n  });',
  'export const sender = (tx: OrgTransaction) => tx.query.bind(tx);',
  'export const read = (tx: OrgTransaction) => tx["query"]("SELECT 1");',
  'export const read = (one: unknown) => (one as OrgTransaction).query("SELECT 1");',
  'export const read = (one: { queryComposed(sql: string): unknown }) => one.queryComposed("SELECT 1");',
  'export const read = (source: DataSource) => source.query("SELECT 1");',
];

/** Proves that each lint rule is active: a sample that breaks it is reported where it holds, and only there. */
const SAMPLES = [
  ['libs/turns/a.ts', ENVIRONMENT, 'turnpike(no-process-env)'],
  [
    'libs/turns/b.ts',
    "import { env } from 'node:process';\nexport const url = env.DATABASE_URL;",
    'turnpike(no-process-env)',
  ],
  [
    'libs/turns/c.ts',
    'const { env } = process;\nexport const url = env.DATABASE_URL;',
    'turnpike(no-process-env)',
  ],
  ['libs/config/a.ts', ENVIRONMENT, undefined],
  ['libs/turns/d.ts', NOW, 'turnpike(one-clock)'],
  ['libs/turns/e.ts', 'export const now = new Date();', 'turnpike(one-clock)'],
  ['libs/turns/f.ts', "export const day = new Date('2026-03-02');", undefined],
  ['libs/config/b.ts', NOW, undefined],
  [
    'libs/turns/g.service.ts',
    "import { Repository } from 'typeorm';\nexport type Rows = Repository<object>;",
    'turnpike(no-typeorm-repositories)',
  ],
  ['libs/turns/h.service.ts', ROWS, 'turnpike(no-typeorm-repositories)'],
  ['libs/turns/i.repository.ts', ROWS, 'turnpike(no-typeorm-repositories)'],
  ['libs/turns/j.ts', 'export default function turn() {}', 'turnpike(named-exports)'],
  ['vite.config.ts', 'export default {};', undefined],
  ['libs/turns/k.ts', "export * from './d.ts';", 'turnpike(no-export-all)'],
  ['libs/turns/l.ts', 'export const odd = (value: any) => String(value);', 'typescript(no-explicit-any)'],
  [
    'libs/turns/m.ts',
    'export const run = (work: () => Promise<void>) => {\n  work();\n};',
    'typescript(no-floating-promises)',
  ],
  [
    'libs/turns/n.ts',
    'export const run = (work: () => Promise<boolean>) => (work() ? 1 : 2);',
    'typescript(no-misused-promises)',
  ],
  [
    'libs/turns/o.ts',
    "export function name(state: 'on' | 'off') {\n  switch (state) {\n    case 'on':\n      return 1;\n  }\n  return 2;\n}",
    'typescript(switch-exhaustiveness-check)',
  ],
  ['libs/turns/p.ts', "import { DataSource } from 'typeorm';\nexport type Source = DataSource;", undefined],
  ...STATEMENTS.map((source, at) => [
    `libs/turns/statements-${at}.service.ts`,
    source,
    'turnpike(statements-apart)',
  ]),
  [
    'packs/a.tool.ts',
    'export const run = (context: ToolContext) => context.read((rows) => rows.query("SELECT 1"));',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/q.service.ts',
    'export const run = (executor: { execute(): unknown; query: string }) => [executor.execute(), executor.query];',
    undefined,
  ],
  ['libs/turns/r.repository.ts', QUERY, undefined],
  ['libs/turns/r.read-model.ts', QUERY, undefined],
  ['packs/estio/seeds/a.ts', QUERY, undefined],
  ['libs/turns/testing/a.ts', UNSCOPED, undefined],
  ['libs/identity/users/user.repository.ts', UNSCOPED, undefined],
  ['libs/turns/s.repository.ts', UNSCOPED, 'turnpike(unscoped-apart)'],
  [
    'libs/turns/s.read-model.ts',
    'export const end = (tx: OrgTransaction) => tx.executeUnscoped("SELECT 1");',
    'turnpike(unscoped-apart)',
  ],
];

describe('lint rules', () => {
  let folder;
  let reports;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-lint-'));
    const config = readFileSync('.oxlintrc.json', 'utf8')
      .replace('./scripts/lint/plugin.mjs', path.resolve('scripts/lint/plugin.mjs'))
      .replace(/"ignorePatterns": \[.*\]/, '"ignorePatterns": []');
    writeFileSync(path.join(folder, '.oxlintrc.json'), config);
    writeFileSync(path.join(folder, 'tsconfig.json'), readFileSync('tsconfig.json'));
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    for (const [file, source] of SAMPLES) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), `${source}\n`);
    }
    reports = lint(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(SAMPLES)('%s', (file, _source, rule) => {
    const found = reports.filter((report) => report.filename === file).map((report) => report.code);
    if (rule) expect(found).toContain(rule);
    else expect(found).toEqual([]);
  });
});

function lint(folder) {
  const args = ['--type-aware', '-c', '.oxlintrc.json', '-f', 'json', 'libs', 'packs', 'vite.config.ts'];
  try {
    return JSON.parse(execFileSync(process.execPath, [OXLINT, ...args], { cwd: folder, encoding: 'utf8' }))
      .diagnostics;
  } catch (error) {
    return JSON.parse(error.stdout).diagnostics;
  }
}
