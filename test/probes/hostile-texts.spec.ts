import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { fitWords, generalSummary, keepFacts } from '#memory';
import { isoDate, isoDateTime, type PolicySituation } from '#pack-kit';
import * as textLib from '#text';
import { platformTools, ToolRegistry } from '#tools';
import { extractByRules } from '../../libs/memory/extraction/extract-by-rules.ts';
import { scoreByWords } from '../../libs/memory/search/score-by-words.ts';
import { readSearchTerms, searchTermsOf } from '../../libs/memory/search/search-terms.ts';
import { hasSimilarSpelling } from '../../libs/memory/search/similar-spelling.ts';
import { prepareArguments } from '../../libs/tools/executor/prepare-arguments.ts';
import { parseWhere } from '../../packs/geo/integrations/sample/where-clause.ts';
import { packs } from '../../packs/index.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { isLongRun } from '../harness/services.ts';
import { workMs } from '../harness/work-ms.ts';
import { exportedReaders } from './exported-readers.ts';

/** A quadratic reader takes seconds for this many characters. */
const CHARACTERS = 20_000;
/** A text that is read within this time is not measured further. */
const MAX_MS = 100;
/** The clock ticks too rarely for a smaller limit. */
const MIN_LIMIT_MS = 250;
/** A quadratic reader is slow on many texts. */
const MAX_REPORTED = 3;
/** Texts of parts at random, for each reader. */
const MIXED_TEXTS = isLongRun ? 100 : 4;
/** Four times the text takes a linear reader four times as long, a quadratic one sixteen times. */
const MAX_GROWTH = 9;
/** Times that a reader may need of what an ordinary text takes it, which has fewer words, numbers and names. */
const MAX_TIMES_ORDINARY = 40;
/** Readings of an ordinary text that are measured together, because the clock of some machines ticks every 4 ms. */
const ORDINARY_READINGS = 10;
const FOLDERS = ['libs', 'packs', 'apps'];
/** The offline models read at most `MAX_READ_CHARACTERS` (packs/long-messages.spec.ts); the others read no text of people or models. */
const OTHERS =
  /\.spec\.|\.fixture\.|\/testing\/|\/scenarios\/|\/seeds\/|\/offline\/|^libs\/offline-model\/|^apps\/admin\/web\//;

/** Patterns that read only short texts, and why these are short. */
const BOUNDED: Record<string, string> = {
  'libs/text/money/amounts.ts': 'MAX_AMOUNT_CHARACTERS',
  'libs/tools/executor/number-units.ts': 'MAX_CHARACTERS',
  'libs/text/redaction/redact-text.ts': 'LONGEST_ID',
  'libs/sandbox/typescript/type-arguments.ts': 'LITERAL_CHARACTERS',
  'packs/ohm/schema/artifacts/readings.ts': 'MAX_CHARACTERS',
  'packs/ohm/schema/artifacts/connection.ts': 'MAX_CHARACTERS',
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
  '1 to ¦step 1 ¦no ¦a b, ¦لا ¦في ¦ن ¦y¦7k ¦7k\n¦7k a. ¦Aa. ¦in Aa ¦ab,:٣ Aa. :٣'
).split('¦');
const texts = UNITS.flatMap((unit) => {
  const text = unit.repeat(CHARACTERS / unit.length);
  return [text, `${text}!`];
});

const ordinary = (
  'We would like to see the flats in Limassol that cost less than €300,000 before 5 May, because my wife works near the ' +
  'sea. Could you send the list to anna@example.com? نريد شقة قريبة من البحر قبل الصيف، وميزانيتنا ٢٥٠ ألف. '
).repeat(CHARACTERS / 200);

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
    .filter((file) => file.endsWith('.ts') && !OTHERS.test(file));
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

const ordinaryMs = async (read: (text: string) => unknown) =>
  (await workMs(async () => {
    for (let from = 0; from < ORDINARY_READINGS; from += 1) await read(ordinary.slice(from, CHARACTERS));
  }, 0)) / ORDINARY_READINGS;
/** A reader that answers after one word of the ordinary text may need the time of one that reads it all. */
const wholeMs = await ordinaryMs(textLib.normalizedWords);

/** The texts that take too long: out of proportion to a quarter of them, or to an ordinary text. */
async function slowOn(read: (text: string) => unknown, some = texts): Promise<string[]> {
  const slow: string[] = [];
  let usualMs: number | undefined;
  for (const text of some) {
    if (slow.length === MAX_REPORTED) break;
    // Each run has a text of its own, because some readers remember what they read.
    const msOf = (part: string, enough: number) => workMs((run) => read(part.slice(run)), enough);
    const ms = await msOf(text, MAX_MS);
    if (ms <= MAX_MS) continue;
    usualMs ??= Math.max(wholeMs, await ordinaryMs(read));
    const most = Math.max(
      MIN_LIMIT_MS,
      Math.min(MAX_GROWTH * (await msOf(text.slice(0, text.length / 4), 0)), MAX_TIMES_ORDINARY * usualMs),
    );
    if (ms > most)
      slow.push(`${JSON.stringify(text.slice(0, 12))}: ${Math.round(ms)} ms instead of ${Math.round(most)}`);
  }
  return slow;
}

it.each(FOLDERS)('no pattern of %s takes longer than the length of a text deserves', async (folder) => {
  const files = sourcesIn(folder).filter((file) => BOUNDED[file] === undefined);
  const patterns = [...files.flatMap(patternsIn), ...patternsBuiltBy(files)];
  const slow: string[] = [];
  for (const [place, pattern] of patterns)
    slow.push(...(await slowOn((text) => apply(pattern, text))).map((text) => `${place} on ${text}`));
  expect(patterns.length).toBeGreaterThan(0);
  expect(slow).toEqual([]);
});

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

const exported = exportedReaders(['libs', 'packs'].flatMap(sourcesIn));
const said = (text: string) =>
  Array.from({ length: 4 }, (_, at) => ({ author: 'contact' as const, text: text.slice(at) }));
const summary = (text: string) => ({ previous: null, messages: said(text), language: 'en' });
const nothing = Object.fromEntries(generalSummary.sections.map(({ part }) => [part, []]));
const readers: [string, (text: string) => unknown][] = [
  ...exported.readers,
  ...ofPolicies,
  ['isoDate', (text) => isoDate().safeParse(text)],
  ['isoDateTime', (text) => isoDateTime().safeParse(text)],
  ['LIKE', (text) => parseWhere(`name LIKE '%_%_%z'`, (field) => field)({ name: text })],
  ['search_properties', (text) => prepareArguments(search, { district: text, maxPrice: text })],
  ['extractByRules', (text) => extractByRules({ messages: said(text) })],
  [
    'keepFacts',
    (text) => fitWords(generalSummary, keepFacts(generalSummary, summary(text), nothing).parts, 300, 'en'),
  ],
  ['hasSimilarSpelling', (text) => hasSimilarSpelling(text)(text)],
  ['scoreByWords', (text) => scoreByWords([readSearchTerms(searchTermsOf(text))], text)],
];

it('knows the arguments of every exported reader of text, or why it is left out', () => {
  expect(exported).toMatchObject({ unlisted: [], stale: [] });
});

it.each(readers)(
  '%s takes no longer than the length of a text deserves',
  async (name, read) => {
    const readOnce = async (text: string) => {
      try {
        await read(text);
      } catch {
        // A refusal is an answer.
      }
    };
    const dice = new SeededRandom(name.length);
    const mixed = Array.from({ length: MIXED_TEXTS }, () => mixedText(dice));
    expect(await slowOn(readOnce, [...texts, ...mixed])).toEqual([]);
  },
  600_000,
);
