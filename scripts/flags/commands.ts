import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import {
  flagDetail,
  flagDocument,
  flagImportOutcome,
  flagList,
  flagView,
  type FlagDocument,
  type FlagPlaceRequest,
  type FlagView,
} from '#contracts';
import { StartRefusedError } from '../start/start.errors.ts';
import type { ConsoleClient } from '../console/console-client.ts';
import type { CommandName, FlagArguments } from './arguments.ts';
import { detailText, differencesText, listText } from './print.ts';
import { valueOf } from './value-of.ts';

type Command = (console: ConsoleClient, given: FlagArguments) => Promise<string>;

/** Each asks the console and says what to print. */
export const flagCommands: Record<CommandName, Command> = {
  list: async (console, { org, json }) => {
    const { items } = await console.get(`flags${inOrg(org)}`, flagList);
    return json ? JSON.stringify(items, null, 2) : listText(items);
  },
  get: async (console, { names: [flag = ''], org, json }) => {
    const known = await find(console, flag);
    const detail = await console.get(`flags/${known.key}${inOrg(org)}`, flagDetail);
    return json ? JSON.stringify(detail, null, 2) : detailText(detail);
  },
  set: async (console, given) => {
    const [flag = '', word = ''] = given.names;
    const known = await find(console, flag);
    const body = {
      at: placeOf(given),
      value: valueOf(known, word),
      percent: given.percent,
      overrideGate: given.overrideGate,
      why: given.why,
      revision: given.revision,
    };
    return said(await console.post(`flags/${known.key}/set`, body, flagView), given);
  },
  clear: async (console, given) => {
    const known = await find(console, given.names[0] ?? '');
    const body = { at: placeOf(given), why: given.why, revision: given.revision };
    return said(await console.post(`flags/${known.key}/clear`, body, flagView), given);
  },
  kill: async (console, { names: [flag = ''], why, revision }) => {
    const known = await find(console, flag);
    const { safe } = await console.post(`flags/${known.key}/kill`, { why, revision }, flagView);
    return `${known.key} is ${safe} for every org until it is revived.`;
  },
  revive: async (console, { names: [flag = ''], why, revision }) => {
    const known = await find(console, flag);
    await console.post(`flags/${known.key}/revive`, { why, revision }, flagView);
    return `${known.key} is again what is set.`;
  },
  undo: async (console, { names: [change = ''], why, force, overrideGate }) => {
    if (!/^[\da-f-]{36}$/i.test(change))
      throw new StartRefusedError(
        'Expected the id of a change, from the history of: npm run flags -- get FLAG',
      );
    const flag = await console.post(`flags/changes/${change}/undo`, { why, force, overrideGate }, flagView);
    return `Undone. ${listText([flag])}`;
  },
  export: async (console, { org }) =>
    JSON.stringify(await console.get(`flags/export${inOrg(org)}`, flagDocument), null, 2),
  import: async (console, { names: [file = ''], why, dryRun, overrideGate }) => {
    const document = await readDocument(file);
    const outcome = await console.post(
      'flags/import',
      { document, why, dryRun, overrideGate },
      flagImportOutcome,
    );
    return differencesText(outcome.changes, dryRun);
  },
};

function inOrg(org: string | undefined): string {
  return org === undefined ? '' : `?org=${encodeURIComponent(org)}`;
}

/** @throws StartRefusedError that lists the flags there are. */
async function find(console: ConsoleClient, key: string): Promise<FlagView> {
  const { items } = await console.get('flags', flagList);
  const known = items.find((flag) => flag.key === key);
  if (known) return known;
  throw new StartRefusedError(
    `There is no flag "${key}". Flags: ${items.map((flag) => flag.key).join(', ')}.`,
  );
}

function placeOf({ org, percent, share, conversation }: FlagArguments): FlagPlaceRequest {
  if (org === undefined) return { place: 'default' };
  if (conversation !== undefined) return { place: 'conversation', org, conversationId: conversation };
  return { place: percent !== undefined || share ? 'share' : 'org', org };
}

/** What holds now where something was changed. */
function said(flag: FlagView, { org, percent, share, conversation }: FlagArguments): string {
  const inOrg = flag.orgs.find((one) => one.org.slug === org);
  if (!inOrg) return `${flag.key} is ${flag.default.value ?? flag.declaredDefault} by default.`;
  if (conversation !== undefined) return `${flag.key} is changed for conversation ${conversation} of ${org}.`;
  if (percent === undefined && !share) return `${flag.key} is ${inOrg.effective} for ${org}.`;
  return inOrg.share.value === null
    ? `${flag.key} is ${inOrg.effective} for all conversations of ${org}.`
    : `${flag.key} is ${inOrg.share.value} for ${inOrg.share.percent} % of the conversations of ${org}, ${inOrg.effective} for the others.`;
}

async function readDocument(file: string): Promise<FlagDocument> {
  let content: unknown;
  try {
    content = JSON.parse(file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartRefusedError(`${file} cannot be read as JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const document = flagDocument.safeParse(content);
  if (document.success) return document.data;
  const problems = document.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new StartRefusedError(`${file} is not an export of flags:\n${problems.join('\n')}`);
}
