import { EmptyFileError, FileRepository, UnsupportedMediaError } from '#artifacts';
import { ModelPicture } from '#models';
import { isUuid } from '#identity';
import type { ToolContext } from '#pack-kit';
import { placeOfMessage } from '../accept/message-attachments.ts';
import type { RecordedToolCall } from '../pipeline/recorded-calls.ts';
import type { RoutedTurn, TurnPorts } from '../pipeline/turn-context.ts';
import type { CallerPorts, CallerRequest } from './tool-caller.ts';

/** Origin of the files that calls keep. The keys of a turn's calls begin with its id. */
const originOf = (key: string) => `tool:${key}`;

/** Keeps pictures that tools answer with as files of the turn's message, which are erased and exported with it. */
export function picturesOfTurn(
  { files, database, clock }: CallerPorts,
  { org, contactId, turnId, said }: CallerRequest,
): ToolContext['keepPicture'] {
  const messageId = said?.messageId;
  if (turnId === undefined || contactId === undefined || messageId === undefined) return undefined;
  return async (key, content) => {
    const name = `picture-${key.split(':').at(-1)}`;
    try {
      const file = await files.store(org.id, { name, content, origin: originOf(key) });
      if (!file.mediaType.startsWith('image/')) return undefined;
      await database.forOrg(org.id, (tx) =>
        new FileRepository(tx).use(
          { fileId: file.id, place: placeOfMessage(messageId), contactId },
          clock.now(),
        ),
      );
      return { id: file.id, name };
    } catch (error) {
      if (error instanceof UnsupportedMediaError || error instanceof EmptyFileError) return undefined;
      throw error;
    }
  };
}

/** Files of the pictures that a tool answered with. The data may come from an untrusted server. */
export function picturesIn(data: unknown): string[] {
  const { attached, content } = (data ?? {}) as { attached?: unknown; content?: unknown };
  return [attached, content].flat().flatMap((piece) => {
    const id = (piece as { file?: { id?: unknown } } | null | undefined)?.file?.id;
    return typeof id === 'string' && isUuid(id) ? id : [];
  });
}

/**
 * The pictures that these calls answered with, by the id of the first call that names each. Only files are shown that this
 * turn has kept, because the answer of a server may name others.
 */
export async function toolPictures(
  { files }: TurnPorts,
  { row }: RoutedTurn,
  calls: readonly RecordedToolCall[],
): Promise<ReadonlyMap<string, ModelPicture[]>> {
  const callOf = new Map<string, string>();
  for (const { callId, pictures = [] } of calls)
    for (const id of pictures) if (!callOf.has(id)) callOf.set(id, callId);
  const picturesOf = new Map<string, ModelPicture[]>();
  const open = async ([id, callId]: [string, string]) => ({ callId, found: await files.open(row.orgId, id) });
  for (const { callId, found } of await Promise.all([...callOf].map(open))) {
    if (!found?.file.origin?.startsWith(originOf(`${row.id}:`))) continue;
    const { name, mediaType, sha256 } = found.file;
    const picture = new ModelPicture(name, mediaType, sha256, found.content);
    picturesOf.set(callId, [...(picturesOf.get(callId) ?? []), picture]);
  }
  return picturesOf;
}
