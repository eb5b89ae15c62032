import { partsOf, type MessagePart, type ModelMessage } from '#models';
import { nameOfPicture } from '../context/conversation-messages.ts';

/** Size of all pictures of a request. Encoded they are a third larger, and Anthropic refuses requests above 32 MB. */
const MAX_PICTURES_BYTES = 20 * 1024 * 1024;

/** The messages of a request with their newest pictures, within {@link MAX_PICTURES_BYTES}. The others are named or left out. */
export function withinPictureLimit(messages: readonly ModelMessage[]): ModelMessage[] {
  let bytes = 0;
  const fits = (part: MessagePart) =>
    part.type === 'text' || (bytes += part.content.byteLength) <= MAX_PICTURES_BYTES;
  const shown = new Set(messages.flatMap(partsOf).toReversed().filter(fits));
  return messages.map((message) => {
    if (partsOf(message).every((part) => shown.has(part))) return message;
    const parts = partsOf(message).map((part) => (shown.has(part) ? part : nameOfPicture(part)));
    if (message.role === 'user') return { ...message, parts };
    return { ...message, pictures: parts.filter((part) => part.type === 'picture') };
  });
}
