export { Insight } from './insight.entity.ts';
