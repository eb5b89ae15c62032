import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Proves that each lint rule is active: a sample that breaks it is reported where it holds, and only there. */
const SAMPLES = [
  ['libs/turns/a.ts', 'export const url = process.env.DATABASE_URL;', 'turnpike(no-process-env)'],
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
  ['libs/config/a.ts', 'export const url = process.env.DATABASE_URL;', undefined],
  ['libs/turns/d.ts', 'export const now = Date.now();', 'turnpike(one-clock)'],
  ['libs/turns/e.ts', 'export const now = new Date();', 'turnpike(one-clock)'],
  ['libs/turns/f.ts', "export const day = new Date('2026-03-02');", undefined],
  ['libs/config/b.ts', 'export const now = Date.now();', undefined],
  [
    'libs/turns/g.service.ts',
    "import { Repository } from 'typeorm';\nexport type Rows = Repository<object>;",
    'turnpike(repositories-apart)',
  ],
  [
    'libs/turns/h.service.ts',
    'export const rows = (source: { getRepository(e: string): unknown }) => source.getRepository("x");',
    'turnpike(repositories-apart)',
  ],
  [
    'libs/turns/i.repository.ts',
    'export const rows = (source: { getRepository(e: string): unknown }) => source.getRepository("x");',
    undefined,
  ],
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
  [
    'libs/turns/q.service.ts',
    'export const read = (tx: { query(sql: string): unknown }) => tx.query("SELECT 1");',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/r.service.ts',
    'export class Turns {\n  constructor(private readonly tx: Transaction) {}\n  end() {\n    return this.tx.execute("DELETE FROM turns");\n  }\n}',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/s.service.ts',
    'export const read = (inner: OrgTransaction | undefined) => inner!.query("SELECT 1");',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/t.service.ts',
    'export class Turns {\n  private statements: PlatformTransaction;\n  end() {\n    return this.statements.execute("DELETE FROM turns");\n  }\n}',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/u.service.ts',
    'export const read = (database: Database) => database.forOrg("a", (t) => t.query("SELECT 1"));',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/v.service.ts',
    'export const read = (database: Database) =>\n  database.asPlatform("why", async function (all) {\n    const same = all;\n    return same.query("SELECT 1");\n  });',
    'turnpike(statements-apart)',
  ],
  [
    'packs/a.tool.ts',
    'export const run = (context: ToolContext) => context.read((rows) => rows.query("SELECT 1"));',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/w.service.ts',
    'export const sender = (tx: OrgTransaction) => tx.query.bind(tx);',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/x.service.ts',
    'export const read = (tx: OrgTransaction) => tx["query"]("SELECT 1");',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/y.service.ts',
    'export const read = (one: unknown) => (one as OrgTransaction).query("SELECT 1");',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/z.service.ts',
    'export const read = (one: { queryComposed(sql: string): unknown }) => one.queryComposed("SELECT 1");',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/aa.service.ts',
    'export const rows = (tx: OrgTransaction) => tx.repository(Object);',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/ab.service.ts',
    'export const read = (source: DataSource) => source.query("SELECT 1");',
    'turnpike(statements-apart)',
  ],
  [
    'libs/turns/ac.service.ts',
    'export const run = (executor: { execute(): unknown; query: string }) => [executor.execute(), executor.query];',
    undefined,
  ],
  [
    'libs/turns/ad.repository.ts',
    'export const read = (tx: OrgTransaction) => tx.query("SELECT 1");',
    undefined,
  ],
  [
    'libs/turns/ad.read-model.ts',
    'export const read = (tx: OrgTransaction) => tx.query("SELECT 1");',
    undefined,
  ],
  [
    'libs/turns/testing/ad.ts',
    'export const read = (tx: OrgTransaction) => tx.queryUnscoped("SELECT 1");',
    undefined,
  ],
  ['packs/estio/seeds/a.ts', 'export const seed = (tx: OrgTransaction) => tx.query("SELECT 1");', undefined],
  [
    'libs/turns/ae.repository.ts',
    'export const read = (tx: OrgTransaction) => tx.queryUnscoped("SELECT 1");',
    'turnpike(unscoped-apart)',
  ],
  [
    'libs/turns/ae.read-model.ts',
    'export const end = (tx: OrgTransaction) => tx.executeUnscoped("SELECT 1");',
    'turnpike(unscoped-apart)',
  ],
  [
    'libs/identity/users/user.repository.ts',
    'export const read = (tx: OrgTransaction) => tx.queryUnscoped("SELECT 1");',
    undefined,
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
  const args = [
    path.resolve('node_modules/oxlint/bin/oxlint'),
    '--type-aware',
    '-c',
    '.oxlintrc.json',
    '-f',
    'json',
    'libs',
    'packs',
    'vite.config.ts',
  ];
  try {
    return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })).diagnostics;
  } catch (error) {
    return JSON.parse(error.stdout).diagnostics;
  }
}
