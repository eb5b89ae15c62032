/** The memory of a guest that has been prepared and has not yet run anything of a stranger. */
export interface GuestImage {
  /** Without the zeros at its end. */
  bytes: Uint8Array;
  /** The memory's whole length. */
  lengthBytes: number;
  stackPointer: number;
  runtime: number;
  context: number;
  /** The guest's `begin` and `settle`, by the addresses at which they lie in every copy. */
  begin: number;
  settle: number;
}
