import { describeBrokeredScenarios } from '../scenarios/describe-scenarios.fixture.ts';
import { scenarioSuites } from '../scenarios/suites.ts';

/** By pack, scenarios about tools that are offered only after a tool search. */
const WITHOUT: Record<string, string[]> = { estio: ['P4'] };

// The installation begins at the moment of the first suite.
const suites = [...(await scenarioSuites()).values()];
describeBrokeredScenarios(suites.map((suite) => ({ suite, without: WITHOUT[suite.pack] })));
