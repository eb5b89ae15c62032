export { ArtifactsModule } from './artifacts.module.ts';
export { EmptyFileError, FileTooLargeError, UnsupportedMediaError } from './files/file.errors.ts';
export { FileRetention } from './files/file-retention.ts';
export { FileRepository, type FileRow } from './files/file.repository.ts';
export { FileService, MAX_FILE_BYTES, type FileText } from './files/file.service.ts';
export { acceptedMediaTypes } from './files/media-type.ts';
