/** Something that a check has found; it stops no write. */
export interface PartsWarning {
  code: string;
  message: string;
  componentIds: string[];
}

export interface WiringWarning {
  code: string;
  message: string;
  connectionIds: string[];
}

/** As people and models read it beside a version. */
export const warningText = ({ code, message }: { code: string; message: string }) => `${code}: ${message}`;

/** Two decimals, without what binary fractions leave. */
export function cents(amount: number): number {
  return Math.round((amount + Number.EPSILON) * 100) / 100;
}
