import { z } from 'zod';
import { defineArtifactKind, ToolError, type ArtifactFile } from '#pack-kit';
import { pinKey } from '../parts/pin-key.ts';
import { pinsInCode, pinsOfWiring } from './pin-names.ts';
import { warningText } from './warnings.ts';
import type { Wiring } from './wiring.kind.ts';

const pinUse = z.object({
  signal: z.string().min(1).max(80),
  pin: z.string().min(1).max(40),
  componentId: z.string().max(60).optional(),
});
const beside = z.object({
  entryPoint: z.string().max(200).optional(),
  platform: z.string().max(60).optional(),
  libraries: z
    .array(
      z.object({
        name: z.string().min(1).max(120),
        version: z.string().max(40).optional(),
        source: z.string().max(300).optional(),
      }),
    )
    .max(50)
    .optional(),
  pinMap: z.array(pinUse).max(100).optional(),
});
type Beside = z.infer<typeof beside>;

/** The firmware, file by file. */
export const codeKind = defineArtifactKind<Beside>({
  kind: 'code',
  title: 'Code',
  description:
    'source files by path, one per write with file_path; beside them entryPoint, platform, libraries [{name, version}], pinMap [{signal, pin, componentId}]; pins are checked against the wiring',
  format: 'files',
  schema: beside,
  arrayKeys: { libraries: { key: 'name' }, pinMap: { key: 'signal' } },
  finish: async (content, siblings) => {
    const { files } = content as Beside & { files: ArtifactFile[] };
    const { entryPoint, pinMap = [] } = content;
    if (entryPoint !== undefined && !files.some(({ path }) => path === entryPoint))
      throw new ToolError('VALIDATION_FAILED', `The entry point ${entryPoint} is not one of the files.`, {
        fields: [
          { name: 'entryPoint', problem: `expected one of ${files.map(({ path }) => path).join(', ')}` },
        ],
      });
    const wiring = await siblings.current('wiring');
    const warnings = wiring ? pinDifferences(files, pinMap, wiring.content as unknown as Wiring) : [];
    return { content: content as unknown as Record<string, unknown>, warnings: warnings.map(warningText) };
  },
  recheck: async (content, siblings) => {
    const { files, pinMap = [] } = content as Beside & { files: ArtifactFile[] };
    const wiring = await siblings.current('wiring');
    return wiring ? pinDifferences(files, pinMap, wiring.content as unknown as Wiring).map(warningText) : [];
  },
});

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
