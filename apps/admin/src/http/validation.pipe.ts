import { StandardSchemaValidationPipe } from '@nestjs/common';
import { ProblemException } from './problems.ts';

const MAX_ERRORS = 20;

type Issue = Parameters<NonNullable<ConstructorParameters<typeof StandardSchemaValidationPipe>[0]>['exceptionFactory'] & {}>[0][number];

/** Holds every `{ schema }` of a controller's parameters; what does not fit gets 422 with a pointer per field. */
export function validationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) =>
      new ProblemException(
        422,
        'Not valid',
        'The request does not fit what is expected here; see errors.',
        issues.slice(0, MAX_ERRORS).map((issue) => ({ pointer: pointerOf(issue), detail: issue.message })),
      ),
  });
}

/** A JSON pointer (RFC 6901) to the field. */
function pointerOf(issue: Issue): string {
  const keys = (issue.path ?? []).map((segment) => String(typeof segment === 'object' ? segment.key : segment));
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
