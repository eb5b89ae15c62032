import type { FileRow } from '#artifacts';
import type { MessagePart } from '#models';
import type { AttachedFile } from '../context/conversation-window.read-model.ts';
import { nameOfUrl } from './fetch-attachment.ts';

/** Reasons why a PDF has no text. Each completes the sentence "could not be read:". */
export const PDF_PROBLEMS = {
  ENCRYPTED: 'it is protected by a password',
  UNREADABLE: 'it is damaged',
  NO_TEXT: 'it has no text, only pictures',
  TOO_SLOW: 'reading it takes too long',
  TOO_LARGE: 'it expands to more than can be read',
} as const;

/** Marks the text as the content of a file, so that it does not count as the person's own words. */
export function describeFile(
  index: number,
  { name, mediaType }: FileRow,
  { text, cut }: { text: string; cut: boolean },
): MessagePart {
  const number = index + 1;
  const about = `${JSON.stringify(name)}, ${mediaType}${cut ? ', only its beginning' : ''}`;
  return { type: 'text', text: `[Attachment ${number}: ${about}]\n${text}\n[End of attachment ${number}]` };
}

/** Names an attachment of an earlier message. Its content was in the prompt of the earlier turn. */
export function describeEarlier({ name, mediaType, url }: AttachedFile, index: number): MessagePart {
  const known = name ?? (url === null ? 'a file' : nameOfUrl(url));
  const about = `${JSON.stringify(known)}${mediaType === null ? '' : `, ${mediaType}`}`;
  return { type: 'text', text: `[Attachment ${index + 1}: ${about}. Its content is not repeated here.]` };
}

/** @param problem completes the sentence "could not be read:". */
export function describeProblem(index: number, name: string, problem: string): MessagePart {
  const reason = problem.replace(/\.$/, '');
  return {
    type: 'text',
    text: `[Attachment ${index + 1}: ${JSON.stringify(name)} could not be read: ${reason}. Say so if it matters.]`,
  };
}
