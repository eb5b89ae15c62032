import { z } from 'zod';
import {
  alsoByName,
  alsoNamed,
  defineArtifactKind,
  ToolError,
  type ArtifactFile,
  type ArtifactSiblings,
} from '#pack-kit';
import { pinKey } from '../parts/pin-key.ts';
import { label, partId } from './readings.ts';
import { pinsInCode, pinsOfWiring } from './pin-names.ts';
import { warningText } from './warnings.ts';
import type { Wiring } from './wiring.kind.ts';

const pinUse = alsoNamed(z.object({ signal: label(80), pin: label(40), componentId: partId.optional() }), {
  signal: 'name label function',
  pin: 'gpio number',
  componentId: 'component part',
});
const library = alsoNamed(
  z.object({
    name: label(120),
    version: label(40).optional(),
    source: z.string().max(300).optional().meta({ hidden: true }),
  }),
  { name: 'library title', source: 'url repository' },
  (text) => {
    const [, name, version] = /^(\S.*?)@([^@]+)$/.exec(text.slice(0, 200)) ?? [];
    return name ? { name, version } : { name: text };
  },
);
const beside = z.object({
  entryPoint: z.string().max(200).optional(),
  platform: z.string().max(60).optional(),
  libraries: alsoByName(z.array(library).max(50), { key: 'name', value: 'version' }).optional(),
  pinMap: alsoByName(z.array(pinUse).max(100), { key: 'signal', value: 'pin' }).optional(),
});
type Beside = z.infer<typeof beside>;
type Stored = Beside & { files: ArtifactFile[] };

/** The firmware, file by file. */
export const codeKind = defineArtifactKind<Beside>({
  kind: 'code',
  title: 'Code',
  description: 'better one file per write, with file_path',
  format: 'files',
  schema: beside,
  arrayKeys: { libraries: { key: 'name' }, pinMap: { key: 'signal' } },
  finish: async (content, siblings) => {
    const { files } = content as Stored;
    const { entryPoint } = content;
    if (entryPoint !== undefined && !files.some(({ path }) => path === entryPoint))
      throw new ToolError('VALIDATION_FAILED', `The entry point ${entryPoint} is not one of the files.`, {
        fields: [
          { name: 'entryPoint', problem: `expected one of ${files.map(({ path }) => path).join(', ')}` },
        ],
      });
    const warnings = await differencesIn(content as Stored, siblings);
    return { content: content as unknown as Record<string, unknown>, warnings };
  },
  recheck: (content, siblings) => differencesIn(content as Stored, siblings),
});

async function differencesIn({ files, pinMap = [] }: Stored, siblings: ArtifactSiblings): Promise<string[]> {
  const wiring = await siblings.current('wiring');
  return wiring ? pinDifferences(files, pinMap, wiring.content as unknown as Wiring).map(warningText) : [];
}

/** Pins of the code or of its pin map that differ from the wiring. */
export function pinDifferences(
  files: readonly Pick<ArtifactFile, 'path' | 'content'>[],
  pinMap: readonly z.infer<typeof pinUse>[],
  wiring: Wiring,
): { code: string; message: string }[] {
  const wired = pinsOfWiring(wiring);
  const board = `${wiring.board.componentId} ${wiring.board.name}`;
  const differs = (where: string, name: string, pin: string, expected: string) =>
    pinKey(pin, board) === pinKey(expected, board)
      ? []
      : [{ code: 'PIN_DIFFERS', message: `${where} has ${name} on pin ${pin}; the wiring has ${expected}.` }];
  const inCode = pinsInCode(files).flatMap(({ path, name, pin }) => {
    const expected = wired.find((one) => one.name === name);
    return expected ? differs(path, name, pin, expected.pin) : [];
  });
  const inMap = pinMap.flatMap(({ signal, pin, componentId }) => {
    const key = signal.toUpperCase();
    const same = wired.filter(
      (one) =>
        one.signal.toUpperCase() === key && (componentId === undefined || one.componentId === componentId),
    );
    const expected = same.length === 1 ? same[0] : wired.find(({ name }) => name === key);
    return expected ? differs('The pin map', signal, pin, expected.pin) : [];
  });
  return [...inCode, ...inMap];
}
