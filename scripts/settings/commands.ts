import { settingList, settingView, type SettingView } from '#contracts';
import type { LineOf } from '../commands/command-line.ts';
import type { settings } from '../commands/console-programs.ts';
import { suggestion } from '../commands/nearest.ts';
import { UsageError } from '../commands/usage.errors.ts';
import type { ConsoleClient } from '../console/console-client.ts';
import { inOrg, jsonText } from '../console/requests.ts';
import { StartRefusedError } from '../start/start.errors.ts';
import { table } from '../tools/print.ts';

type SettingLine = LineOf<typeof settings>;
type Command = (console: ConsoleClient, line: SettingLine, secret?: string) => Promise<string>;

/** Each command asks the console and returns what is printed. `secret` comes from standard input. */
export const settingCommands: Record<SettingLine['command'], Command> = {
  list: async (console, { options }) => {
    const { items } = await console.get(`settings${inOrg(options)}`, settingList);
    return options.json ? jsonText(items) : table(items.map(rowOf));
  },
  get: async (console, line) => {
    const setting = await find(console, line);
    return line.options.json ? jsonText(setting) : detailText(setting);
  },
  set: async (console, line, secret) => {
    const { kind, name } = await find(console, line);
    const { names, options } = line;
    // An argument would appear in the shell history and in the process list.
    if (kind === 'secret' && secret === undefined)
      throw new StartRefusedError(`${name} is a secret: give it on standard input, with --secret.`);
    const body = { value: secret ?? names[1], why: options.reason };
    return resultText(await console.put(`settings/${name}${inOrg(options)}`, body, settingView), options);
  },
  clear: async (console, line) => {
    const { name } = await find(console, line);
    const { options } = line;
    const path = `settings/${name}${inOrg(options)}`;
    return resultText(await console.delete(path, { why: options.reason ?? '' }, settingView), options);
  },
};

/** @throws UsageError that lists the existing settings. */
async function find(
  console: ConsoleClient,
  { names: [wanted = ''], options }: SettingLine,
): Promise<SettingView> {
  const { items } = await console.get(`settings${inOrg(options)}`, settingList);
  const known = items.find(({ name }) => name === wanted);
  const all = items.map(({ name }) => name);
  if (known) return known;
  throw new UsageError(
    `There is no setting "${wanted}".${suggestion(wanted, all)} Settings: ${all.join(', ')}.`,
  );
}

function resultText(setting: SettingView, { json }: SettingLine['options']): string {
  return json ? jsonText(setting) : `${setting.name} is ${valueText(setting)}.`;
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
