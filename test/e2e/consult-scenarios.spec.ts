import { scenarios } from '../../packs/consult/scenarios/index.ts';
import { describeScenarios } from '../scenarios/describe-scenarios.fixture.ts';

describeScenarios(scenarios);
