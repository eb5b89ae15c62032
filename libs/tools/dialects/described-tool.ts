/** A tool as models receive it. `parameters` is JSON Schema (draft 2020-12) with an object as root. */
export interface DescribedTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}
