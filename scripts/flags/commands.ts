import {
  flagDetail,
  flagDocument,
  flagImportOutcome,
  flagList,
  flagView,
  whyShareIsIdle,
  type FlagPlaceRequest,
  type FlagView,
} from '#contracts';
import type { LineOf } from '../commands/command-line.ts';
import type { flags } from '../commands/console-programs.ts';
import { jsonOf } from '../commands/files.ts';
import { inOrg, jsonText } from '../console/requests.ts';
import { suggestion } from '../commands/nearest.ts';
import { UsageError } from '../commands/usage.errors.ts';
import type { ConsoleClient } from '../console/console-client.ts';
import { detailText, differencesText, listText } from './print.ts';
import { valueOf, wordsOf } from './value-of.ts';

type FlagLine = LineOf<typeof flags>;
type Command = (console: ConsoleClient, line: FlagLine) => Promise<string>;

/** Each command asks the console and returns what is printed. */
export const flagCommands: Record<FlagLine['command'], Command> = {
  list: async (console, { options: { org, json } }) => {
    const { items } = await console.get(`flags${inOrg({ org })}`, flagList);
    return json ? jsonText(items) : listText(items);
  },
  get: async (console, line) => {
    const { org, json } = line.options;
    const known = await find(console, line);
    const detail = await console.get(`flags/${known.key}${inOrg({ org })}`, flagDetail);
    return json ? jsonText(detail) : detailText(detail);
  },
  set: async (console, line) => {
    const { percent, 'override-gate': overrideGate } = line.options;
    const given = { at: placeOf(line.options), percent, overrideGate };
    const bodyOf = ({ values }: FlagView) => ({ ...given, value: valueOf(values, line.names[1] ?? '') });
    return resultText(await change(console, line, bodyOf), line.options);
  },
  clear: async (console, line) =>
    resultText(await change(console, line, () => ({ at: placeOf(line.options) })), line.options),
  kill: async (console, line) => killedText(await change(console, line)),
  revive: async (console, line) => `${(await change(console, line)).key} is again what is set.`,
  undo: async (console, { names: [change = ''], options }) => {
    const { reason: why, force, 'override-gate': overrideGate } = options;
    if (!/^[\da-f-]{36}$/i.test(change))
      throw new UsageError('Expected the id of a change, from the history of: npm run flags -- get FLAG');
    const flag = await console.post(`flags/changes/${change}/undo`, { why, force, overrideGate }, flagView);
    return `Undone. ${listText([flag])}`;
  },
  export: async (console, { options: { org } }) =>
    jsonText(await console.get(`flags/export${inOrg({ org })}`, flagDocument)),
  import: async (console, { names: [file = ''], options }) => {
    const { reason: why, 'dry-run': dryRun, 'override-gate': overrideGate } = options;
    const document = await jsonOf(flagDocument, file);
    const outcome = await console.post(
      'flags/import',
      { document, why, dryRun, overrideGate },
      flagImportOutcome,
    );
    return differencesText(outcome.changes, dryRun);
  },
};

/** The routes have the names of the commands. */
async function change(console: ConsoleClient, line: FlagLine, bodyOf?: (flag: FlagView) => object) {
  const flag = await find(console, line);
  const { reason: why, revision } = line.options;
  return console.post(`flags/${flag.key}/${line.command}`, { ...bodyOf?.(flag), why, revision }, flagView);
}

/** @throws UsageError that names all that is wrong: the flag, its value and the org. */
async function find(
  console: ConsoleClient,
  { command, names: [key = '', word = ''], options: { org } }: FlagLine,
): Promise<FlagView> {
  const { items } = await console.get('flags', flagList);
  const known = items.find((flag) => flag.key === key);
  const isOrg = org === undefined || items.some(({ orgs }) => orgs.some((one) => one.org.slug === org));
  const keys = items.map((flag) => flag.key);
  const problems = [
    known ? undefined : `There is no flag "${key}".${suggestion(key, keys)} Flags: ${keys.join(', ')}.`,
    known && command === 'set' && valueOf(known.values, word) === undefined
      ? `${key} cannot be "${word}"; it is one of: ${wordsOf(known.values)}.`
      : undefined,
    isOrg ? undefined : `There is no org "${org}".`,
  ].filter((problem) => problem !== undefined);
  if (!known || problems.length > 0) throw new UsageError(problems.join('\n'));
  return known;
}

function placeOf({ org, percent, share, conversation }: FlagLine['options']): FlagPlaceRequest {
  if (org === undefined) return { place: 'default' };
  if (conversation !== undefined) return { place: 'conversation', org, conversationId: conversation };
  return { place: percent !== undefined || share ? 'share' : 'org', org };
}

function killedText({ key, safe }: FlagView): string {
  return `${key} is ${safe} for every org until it is revived.`;
}

/** The current value at the changed place, as it is in effect. */
function resultText(flag: FlagView, { org, percent, share, conversation }: FlagLine['options']): string {
  if (flag.killed) return `Changed, without effect: ${killedText(flag)}`;
  const inOrg = flag.orgs.find((one) => one.org.slug === org);
  if (!inOrg) return `${flag.key} is ${flag.default.value ?? flag.declaredDefault} by default.`;
  if (conversation !== undefined) return `${flag.key} is changed for conversation ${conversation} of ${org}.`;
  if (percent === undefined && !share) return `${flag.key} is ${inOrg.effective} for ${org}.`;
  const idle = whyShareIsIdle(inOrg);
  const stored = idle ? ` The share of ${inOrg.share.percent} % has no effect: ${idle}.` : '';
  return inOrg.share.value === null || idle
    ? `${flag.key} is ${inOrg.effective} for all conversations of ${org}.${stored}`
    : `${flag.key} is ${inOrg.share.value} for ${inOrg.share.percent} % of the conversations of ${org}, ${inOrg.effective} for the others.`;
}
