import {
  flagDetail,
  flagDocument,
  flagImportOutcome,
  flagList,
  flagView,
  type FlagPlaceRequest,
  type FlagView,
} from '#contracts';
import type { LineOf } from '../commands/command-line.ts';
import type { flags } from '../commands/console-programs.ts';
import { jsonOf } from '../commands/files.ts';
import { inOrg, jsonText } from '../console/requests.ts';
import { UsageError } from '../commands/usage.errors.ts';
import type { ConsoleClient } from '../console/console-client.ts';
import { StartRefusedError } from '../start/start.errors.ts';
import { detailText, differencesText, listText } from './print.ts';
import { valueOf } from './value-of.ts';

type FlagLine = LineOf<typeof flags>;
type Command = (console: ConsoleClient, line: FlagLine) => Promise<string>;

/** Each command asks the console and returns what is printed. */
export const flagCommands: Record<FlagLine['command'], Command> = {
  list: async (console, { options: { org, json } }) => {
    const { items } = await console.get(`flags${inOrg({ org })}`, flagList);
    return json ? jsonText(items) : listText(items);
  },
  get: async (console, { names: [flag = ''], options: { org, json } }) => {
    const known = await find(console, flag);
    const detail = await console.get(`flags/${known.key}${inOrg({ org })}`, flagDetail);
    return json ? jsonText(detail) : detailText(detail);
  },
  set: async (console, { names: [flag = '', word = ''], options }) => {
    const known = await find(console, flag);
    const { percent, reason: why, revision, 'override-gate': overrideGate } = options;
    const value = valueOf(known, word);
    const body = { at: placeOf(options), value, percent, overrideGate, why, revision };
    return resultText(await console.post(`flags/${known.key}/set`, body, flagView), options);
  },
  clear: async (console, { names: [flag = ''], options }) => {
    const known = await find(console, flag);
    const body = { at: placeOf(options), why: options.reason, revision: options.revision };
    return resultText(await console.post(`flags/${known.key}/clear`, body, flagView), options);
  },
  kill: async (console, { names: [flag = ''], options: { reason: why, revision } }) => {
    const known = await find(console, flag);
    const { safe } = await console.post(`flags/${known.key}/kill`, { why, revision }, flagView);
    return `${known.key} is ${safe} for every org until it is revived.`;
  },
  revive: async (console, { names: [flag = ''], options: { reason: why, revision } }) => {
    const known = await find(console, flag);
    await console.post(`flags/${known.key}/revive`, { why, revision }, flagView);
    return `${known.key} is again what is set.`;
  },
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

/** @throws StartRefusedError that lists the existing flags. */
async function find(console: ConsoleClient, key: string): Promise<FlagView> {
  const { items } = await console.get('flags', flagList);
  const known = items.find((flag) => flag.key === key);
  if (known) return known;
  throw new StartRefusedError(
    `There is no flag "${key}". Flags: ${items.map((flag) => flag.key).join(', ')}.`,
  );
}

function placeOf({ org, percent, share, conversation }: FlagLine['options']): FlagPlaceRequest {
  if (org === undefined) return { place: 'default' };
  if (conversation !== undefined) return { place: 'conversation', org, conversationId: conversation };
  return { place: percent !== undefined || share ? 'share' : 'org', org };
}

/** The current value at the changed place. */
function resultText(flag: FlagView, { org, percent, share, conversation }: FlagLine['options']): string {
  const inOrg = flag.orgs.find((one) => one.org.slug === org);
  if (!inOrg) return `${flag.key} is ${flag.default.value ?? flag.declaredDefault} by default.`;
  if (conversation !== undefined) return `${flag.key} is changed for conversation ${conversation} of ${org}.`;
  if (percent === undefined && !share) return `${flag.key} is ${inOrg.effective} for ${org}.`;
  return inOrg.share.value === null
    ? `${flag.key} is ${inOrg.effective} for all conversations of ${org}.`
    : `${flag.key} is ${inOrg.share.value} for ${inOrg.share.percent} % of the conversations of ${org}, ${inOrg.effective} for the others.`;
}
