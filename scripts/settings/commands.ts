import { settingList, settingView, type SettingView } from '#contracts';
import type { ConsoleClient } from '../console/console-client.ts';
import { StartRefusedError } from '../start/start.errors.ts';
import { table } from '../tools/print.ts';
import type { SettingArguments, SettingCommandName } from './arguments.ts';

/** What a command is given, with the secret that was read from standard input. */
export type SettingRequest = Omit<SettingArguments, 'secret'> & { secret?: string };

type Command = (console: ConsoleClient, given: SettingRequest) => Promise<string>;

/** Each asks the console and says what to print. */
export const settingCommands: Record<SettingCommandName, Command> = {
  list: async (console, given) => {
    const { items } = await console.get(`settings${inOrg(given)}`, settingList);
    return given.json ? JSON.stringify(items, null, 2) : table(items.map(rowOf));
  },
  get: async (console, given) => {
    const setting = await find(console, given);
    return given.json ? JSON.stringify(setting, null, 2) : detailText(setting);
  },
  set: async (console, given) => {
    const { kind, name } = await find(console, given);
    // An argument is kept by the history of the shell, and seen by everybody on the machine.
    if (kind === 'secret' && given.secret === undefined)
      throw new StartRefusedError(`${name} is a secret: give it on standard input, with --secret.`);
    const body = { value: given.secret ?? given.value, why: given.why };
    return said(await console.put(`settings/${name}${inOrg(given)}`, body, settingView), given);
  },
  clear: async (console, given) => {
    const { name } = await find(console, given);
    return said(
      await console.delete(`settings/${name}${inOrg(given)}`, { why: given.why }, settingView),
      given,
    );
  },
};

/** @throws StartRefusedError that lists the settings there are. */
async function find(console: ConsoleClient, given: SettingRequest): Promise<SettingView> {
  const { items } = await console.get(`settings${inOrg(given)}`, settingList);
  const known = items.find(({ name }) => name === given.name);
  if (known) return known;
  throw new StartRefusedError(
    `There is no setting "${given.name}". Settings: ${items.map(({ name }) => name).join(', ')}.`,
  );
}

function inOrg({ org }: SettingRequest): string {
  return org === undefined ? '' : `?org=${encodeURIComponent(org)}`;
}

function said(setting: SettingView, { json }: SettingRequest): string {
  return json ? JSON.stringify(setting, null, 2) : `${setting.name} is ${valueText(setting)}.`;
}

function rowOf(setting: SettingView) {
  return { name: setting.name, value: holds(setting), from: setting.source, problem: setting.problem ?? '' };
}

function detailText(setting: SettingView): string {
  const { name, description, readBy, kind, min, max, unit, choices, problem } = setting;
  const range =
    min === null ? (choices?.join(' | ') ?? '') : `${min} to ${max}${unit === null ? '' : ` ${unit}`}`;
  return [
    `${name}: ${valueText(setting)}`,
    description,
    `${kind.replaceAll('_', ' ')}${range === '' ? '' : `, ${range}`}; read by ${readBy}`,
    `without the org's own value: ${setting.default ?? (setting.kind === 'secret' ? 'not shown' : 'not set')}`,
    ...(problem === null ? [] : [problem]),
  ].join('\n');
}

function valueText(setting: SettingView): string {
  return `${holds(setting)} (${setting.source})`;
}

function holds({ value, isSet }: SettingView): string {
  return value ?? (isSet ? 'set, not shown' : 'not set');
}
