export { HealthController, READINESS_CHECKS, type ReadinessChecks } from './health.controller.ts';
export { httpAdapter } from './http-adapter.ts';
export { listen } from './listen.ts';
export { ProblemError, type FieldProblem } from './problem.error.ts';
export { answerTo, ProblemFilter } from './problem.filter.ts';
export { runProcess, START_OPTIONS, writeToLog } from './run-process.ts';
export { readHeader, validationPipe } from './validation.ts';
export { hasBody, RefusedFieldError, takeJsonBodies } from './json-bodies.ts';
export { UnexpectedInput } from './unexpected-input.ts';
