import { ARTIFACTS_AR } from './arabic-names.ts';
import type { WroteFile } from './write-file.tool.ts';

const nameOf = ({ file_path, artifact_type }: WroteFile) => file_path ?? artifact_type.replaceAll('_', ' ');
const arabicName = (data: WroteFile) => data.file_path ?? ARTIFACTS_AR[data.artifact_type] ?? nameOf(data);
const remarks = ({ warnings = [] }: WroteFile) => warnings.map((warning) => `\n- ${warning}`).join('');

/** Says what was written and as which version. */
export const writeFileReply = {
  en: (data: WroteFile): string =>
    data.changed
      ? `Saved ${nameOf(data)} as version ${data.version}.${remarks(data)}`
      : `${nameOf(data)} says that already; version ${data.version} stays.`,
  ar: (data: WroteFile): string =>
    data.changed
      ? `حفظت ${arabicName(data)} كنسخة ${data.version}.${remarks(data)}`
      : `المحتوى موجود بالفعل في ${arabicName(data)}، وتبقى النسخة ${data.version}.`,
};
