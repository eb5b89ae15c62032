import { ARTIFACTS_AR } from './arabic-names.ts';
import type { ArtifactWritten } from './artifact-call.ts';

const nameOf = ({ file_path, artifact_type }: ArtifactWritten) =>
  file_path ?? artifact_type.replaceAll('_', ' ');
const arabicName = (data: ArtifactWritten) =>
  data.file_path ?? ARTIFACTS_AR[data.artifact_type] ?? nameOf(data);
const remarks = ({ warnings = [] }: ArtifactWritten) => warnings.map((warning) => `\n- ${warning}`).join('');

/** Says what was written and as which version. */
export const writeFileReply = {
  en: (data: ArtifactWritten): string =>
    data.changed
      ? `Saved ${nameOf(data)} as version ${data.version}.${remarks(data)}`
      : `${nameOf(data)} says that already; version ${data.version} stays.`,
  ar: (data: ArtifactWritten): string =>
    data.changed
      ? `حفظت ${arabicName(data)} كنسخة ${data.version}.${remarks(data)}`
      : `المحتوى موجود بالفعل في ${arabicName(data)}، وتبقى النسخة ${data.version}.`,
};
