/** A tool as a model is told of it; `parameters` is JSON Schema (draft 2020-12, object at the top). */
export interface DescribedTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}
