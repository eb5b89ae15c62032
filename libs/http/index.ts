export { HealthController, READINESS_CHECKS, type ReadinessChecks } from './health.controller.ts';
export { listen, PortTakenError } from './listen.ts';
export { ProblemError, type FieldProblem } from './problem.error.ts';
export { ProblemFilter, sendFrameworkProblem } from './problem.filter.ts';
export { runProcess, START_OPTIONS, writeToLog } from './run-process.ts';
export { traceRequests } from './request-span.ts';
export { trustProxy } from './trust-proxy.ts';
export { readHeader, validationPipe } from './validation.ts';
export { takeJsonBodies } from './json-bodies.ts';
