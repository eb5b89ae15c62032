// The help of commands. scripts/run.mjs reads this file before anything is compiled.
import type { Program } from './command-line.ts';
import type { Option } from './options.ts';

const WIDTH = 110;

/** One line with everything that a program, or one of its commands, needs. */
function usageLine(of: Program, command?: string): string {
  const known = command !== undefined && of.commands && Object.hasOwn(of.commands, command);
  const takes = known ? [command, ...(of.commands?.[command]?.takes ?? [])] : ['COMMAND'];
  const words = of.commands ? takes : (of.takes ?? []);
  const required = Object.entries(of.options)
    .filter(([, { requiredBy }]) => requiredBy === true || (known && requiredBy?.includes(command)))
    .map(([name, option]) => optionText(name, option));
  const others = Object.keys(of.options).length > required.length ? ['[options]'] : [];
  const following = [...words, ...required, ...others].join(' ');
  const silent = of.silent ? '--silent ' : '';
  return `Usage: npm run ${silent}${of.name}${following === '' ? '' : ` -- ${following}`}`;
}

/** The usage of a program, or of one of its commands, and the way to its help. */
export function usageOf(of: Program, command = ''): string {
  const known = of.commands && Object.hasOwn(of.commands, command) ? `${command} ` : '';
  return `${usageLine(of, command)}\nHelp: npm run ${of.name} -- ${known}--help`;
}

/** The whole help of a program, or of one of its commands. */
export function helpOf(of: Program, command?: string): string {
  const one = command === undefined ? undefined : of.commands?.[command];
  const options = Object.entries(of.options).filter(
    ([, { only }]) => command === undefined || !only || only.includes(command),
  );
  return [
    usageLine(of, command),
    ...wrapped(one ? sentence(one.does) : of.does, 0),
    ...(one || !of.commands ? [] : section('Commands', Object.entries(of.commands).map(commandRow))),
    ...section(
      'Options',
      options.map(([name, option]) => [optionText(name, option), meaningOf(option, command === undefined)]),
    ),
    ...(of.notes ?? []).flatMap((note) => ['', ...wrapped(note, 0)]),
  ].join('\n');
}

function commandRow([name, { takes = [], does }]: [string, { takes?: readonly string[]; does: string }]): [
  string,
  string,
] {
  return [[name, ...takes].join(' '), does];
}

function optionText(name: string, { placeholder }: Option<unknown>): string {
  return placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;
}

function meaningOf({ means, standard, only }: Option<unknown>, withCommands: boolean): string {
  const remarks = [
    ...(standard === undefined ? [] : [`${standard} unless given`]),
    ...(only && withCommands ? [only.join(', ')] : []),
  ];
  return remarks.length === 0 ? means : `${means} (${remarks.join('; ')})`;
}

function section(title: string, rows: readonly [string, string][]): string[] {
  if (rows.length === 0) return [];
  const width = Math.min(28, Math.max(...rows.map(([left]) => left.length))) + 4;
  return [
    '',
    `${title}:`,
    ...rows.flatMap(([left, right]) => {
      const [first = '', ...more] = wrapped(right, width);
      const start = `  ${left}`;
      return start.length < width - 1
        ? [start.padEnd(width) + first, ...more.map((line) => ' '.repeat(width) + line)]
        : [start, ...[first, ...more].map((line) => ' '.repeat(width) + line)];
    }),
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 + indent > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
