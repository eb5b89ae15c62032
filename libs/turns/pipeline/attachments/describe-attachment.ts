import type { FileRow } from '#artifacts';
import type { MessagePart } from '#models';
import type { AttachedFile } from '../context/conversation-window.read-model.ts';
import { nameOfUrl } from './fetch-attachment.ts';

/** Why a PDF has no text, in the words of the sentence that follows its name. */
export const PDF_PROBLEMS = {
  ENCRYPTED: 'it is protected by a password',
  UNREADABLE: 'it is damaged',
  NO_TEXT: 'it has no text, only pictures',
  TOO_SLOW: 'reading it takes too long',
  TOO_LARGE: 'it unfolds to more than can be read',
} as const;

/** Texts are set apart, so that what stands in them is not taken for the person's own words. */
export function describeFile(
  index: number,
  { name, mediaType }: FileRow,
  { text, cut }: { text: string; cut: boolean },
): MessagePart {
  const number = index + 1;
  const about = `${JSON.stringify(name)}, ${mediaType}${cut ? ', only its beginning' : ''}`;
  return { type: 'text', text: `[Attachment ${number}: ${about}]\n${text}\n[End of attachment ${number}]` };
}

/** Of a message before: its content was told in the turn of that message. */
export function describeEarlier({ name, mediaType, url }: AttachedFile, index: number): MessagePart {
  const known = name ?? (url === null ? 'a file' : nameOfUrl(url));
  const about = `${JSON.stringify(known)}${mediaType === null ? '' : `, ${mediaType}`}`;
  return { type: 'text', text: `[Attachment ${index + 1}: ${about}. Its content is not repeated here.]` };
}

/** @param problem ends the sentence "it could not be read:". */
export function describeProblem(index: number, name: string, problem: string): MessagePart {
  const reason = problem.replace(/\.$/, '');
  return {
    type: 'text',
    text: `[Attachment ${index + 1}: ${JSON.stringify(name)} could not be read: ${reason}. Say so if it matters.]`,
  };
}
