import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { isoDate, isoDateTime, type PolicySituation } from '#pack-kit';
import { redactText } from '#telemetry';
import * as textLib from '#text';
import { platformTools, ToolRegistry } from '#tools';
import { prepareArguments } from '../../libs/tools/executor/prepare-arguments.ts';
import { parseWhere } from '../../packs/geo/integrations/sample/where-clause.ts';
import { packs } from '../../packs/index.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { isLongRun } from '../harness/services.ts';
import { workMs } from '../harness/work-ms.ts';

/** A quadratic reader takes seconds for this many characters. */
const CHARACTERS = 30_000;
const MAX_MS = 100;
/** Texts of parts at random, for all readers together. */
const MIXED_TEXTS = isLongRun ? 20_000 : 400;
/** Four times the text takes a linear reader four times as long, a quadratic one sixteen times. */
const MAX_GROWTH = 9;
const FOLDERS = ['libs', 'packs', 'apps'];
/** The offline models read at most `MAX_READ_CHARACTERS` (packs/long-messages.spec.ts); the others read no text of people or models. */
const OTHERS =
  /\.spec\.|\.fixture\.|\/testing\/|\/scenarios\/|\/seeds\/|\/offline\/|^libs\/offline-model\/|^apps\/admin\/web\//;

/** Patterns that read only short texts, and why these are short. */
const BOUNDED: Record<string, string> = {
  'libs/text/money/amounts.ts': 'MAX_AMOUNT_CHARACTERS',
  'libs/tools/executor/number-units.ts': 'MAX_CHARACTERS',
  'libs/telemetry/redaction/redact-text.ts': 'LONGEST_ID',
  'libs/sandbox/typescript/type-arguments.ts': 'LITERAL_CHARACTERS',
  'packs/ohm/schema/artifacts/readings.ts': 'MAX_CHARACTERS',
  'packs/estio/places.ts': 'maximum length of places in schemas',
  'packs/estio/wording.ts': 'titles of listings',
  'packs/geo/settings.ts': 'a setting',
  'packs/consult/integrations/web/searxng.ts': 'a setting',
  'packs/consult/integrations/web/gemini.ts': 'a setting',
  'libs/telemetry/tracing/tracing.ts': 'a setting',
  'libs/models/orgs/own-model-check.ts': 'a setting',
};

/** Each begins, over and over, what a pattern may look for, in both languages. */
const UNITS = (
  'a¦A¦1¦٣¦و¦ ¦\n¦\t¦\u00a0¦a ¦1 ¦و ¦و ب ¦a a a ¦Aa ¦ال¦٣ ¦1,¦1.¦1-¦1:¦10:¦2026-¦$1¦1k ¦1%¦-¦--¦_¦' +
  '.¦,¦:¦/¦//a/¦@¦#¦*¦**¦`¦~¦"¦\'¦\\¦\\"¦(¦[¦[[¦{¦{"a":¦<¦<a>¦<think>¦>¦|¦| ¦&¦=¦a.¦a@¦a-¦a_¦a:¦' +
  'a=¦a="¦ab,¦a\n¦1\n¦- ¦* ¦# ¦#\n¦```¦data:¦http://a¦https://a.b/¦am ¦the ¦of the ¦and ¦to 1 ¦' +
  '1 to ¦step 1 ¦no ¦a b, ¦لا ¦في ¦ن ¦y'
).split('¦');
const texts = UNITS.flatMap((unit) => {
  const text = unit.repeat(CHARACTERS / unit.length);
  return [text, `${text}!`];
});

/** A text that repeats three units between two others. */
function mixedText(dice: SeededRandom): string {
  const [begin, end, ...repeated] = Array.from({ length: 5 }, () => dice.pick(UNITS));
  const middle = repeated.join('');
  return `${begin}${middle.repeat(CHARACTERS / middle.length)}${end}`;
}

const search = new ToolRegistry(packs, platformTools).effective(null).tool('search_properties')!;

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.ts') && !OTHERS.test(file) && BOUNDED[file] === undefined);
}

function patternsIn(file: string): [place: string, pattern: RegExp][] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found: [string, RegExp][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push([`${file}: ${node.text}`, new RegExp(node.text.slice(1, end), node.text.slice(end + 1))]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The patterns that the modules of `files` build while they are loaded. */
function patternsBuiltBy(files: readonly string[]): [place: string, pattern: RegExp][] {
  const out = execFileSync(process.execPath, ['test/probes/collect-patterns.mjs', ...files], {
    encoding: 'utf8',
  });
  const built = JSON.parse(out) as [place: string, source: string, flags: string][];
  return built.map(([place, source, flags]) => [place, new RegExp(source, flags)]);
}

function apply(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else pattern.exec(text);
}

/** The texts that take too long, and out of proportion to a quarter of them. */
async function slowOn(read: (text: string) => unknown, some = texts): Promise<string[]> {
  const slow: string[] = [];
  for (const text of some) {
    const ms = await workMs(() => read(text), MAX_MS);
    if (ms > MAX_MS && ms > MAX_GROWTH * (await workMs(() => read(text.slice(0, text.length / 4)), 0)))
      slow.push(JSON.stringify(text.slice(0, 12)));
  }
  return slow;
}

it.each(FOLDERS)('no pattern of %s takes longer than the length of a text deserves', async (folder) => {
  const files = sourcesIn(folder);
  const patterns = [...files.flatMap(patternsIn), ...patternsBuiltBy(files)];
  const slow: string[] = [];
  for (const [place, pattern] of patterns)
    slow.push(...(await slowOn((text) => apply(pattern, text))).map((text) => `${place} on ${text}`));
  expect(patterns.length).toBeGreaterThan(0);
  expect(slow).toEqual([]);
});

/** Every exported function of libs/text that reads one text. */
const ofText = Object.entries<unknown>(textLib).filter(
  (one): one is [string, (text: string) => unknown] => typeof one[1] === 'function' && one[1].length === 1,
);
const situation = (text: string): PolicySituation => ({
  agent: '',
  caller: 'contact',
  text,
  language: 'en',
  known: {},
  calls: [],
  recent: [{ role: 'user', text }],
  shown: () => text,
});
const ofPolicies = packs.flatMap(({ name, policies = [] }) =>
  policies.map((policy): [string, (text: string) => unknown] => [
    `${name}.${policy.name}`,
    (text) => [policy.standing(situation(text)), policy.problem(text, situation(text))],
  ]),
);

const moments = { now: new Date(0), timezone: 'UTC', format: 'date-time', needsTime: true } as const;
const readers: [string, (text: string) => unknown][] = [
  ...ofText,
  ...ofPolicies,
  ['readMoneyFill', (text) => textLib.readMoneyFill(text, { bound: 'max', lone: true })],
  ['readDatetimeFill', (text) => textLib.readDatetimeFill(text, moments)],
  ['isoDate', (text) => isoDate().safeParse(text)],
  ['isoDateTime', (text) => isoDateTime().safeParse(text)],
  ['redactText', redactText],
  ['LIKE', (text) => parseWhere(`name LIKE '%_%_%z'`, (field) => field)({ name: text })],
  ['search_properties', (text) => prepareArguments(search, { district: text, maxPrice: text })],
];

it.each(readers)(
  '%s takes no longer than the length of a text deserves',
  async (name, read) => {
    const readOnce = (text: string) => {
      try {
        read(text);
      } catch {
        // A refusal is an answer.
      }
    };
    const dice = new SeededRandom(name.length);
    const mixed = Array.from({ length: MIXED_TEXTS / readers.length }, () => mixedText(dice));
    expect(await slowOn(readOnce, [...texts, ...mixed])).toEqual([]);
  },
  600_000,
);
