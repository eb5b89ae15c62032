import { z } from 'zod';

const MAX_PATH_CHARACTERS = 200;

/** Reason why a text is not a valid path of a file in an artifact; undefined when it is valid. */
function pathProblem(path: string): string | undefined {
  if (path.length === 0 || path.length > MAX_PATH_CHARACTERS)
    return `expected 1 to ${MAX_PATH_CHARACTERS} characters`;
  if (path.includes('\\')) return 'expected forward slashes';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'expected a relative path';
  if (!/^[\p{L}\p{N}._/-]+$/u.test(path)) return 'expected letters, digits and . _ - / only';
  const parts = path.split('/');
  if (parts.includes('..')) return 'expected no .. in the path';
  if (parts.some((part) => part === '' || part === '.')) return 'expected no empty part in the path';
  return undefined;
}

/** Path of a file in an artifact: relative, with forward slashes and without `..`. A leading `./` is dropped. */
export const filePath = z.preprocess(
  (path) => (typeof path === 'string' ? path.replace(/^\.\//, '') : path),
  z.string().superRefine((path, context) => {
    const problem = pathProblem(path);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  }),
);
