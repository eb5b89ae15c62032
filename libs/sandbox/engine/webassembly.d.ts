/** Types of the WebAssembly API used here. TypeScript includes them only in its DOM library. */
declare namespace WebAssembly {
  type ExportValue = unknown;
  type Imports = Record<string, Record<string, (...args: never[]) => unknown>>;

  class Module {
    private readonly compiled: true;
  }
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Record<string, ExportValue>;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
    /** Adds pages of 64 KiB and returns the previous number of pages. */
    grow(pages: number): number;
  }
  interface Global {
    value: number;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
}
