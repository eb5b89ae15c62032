/** A finding of a check; it stops no write. */
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

/** The text of a warning beside a version, for people and models. */
export const warningText = ({ code, message }: { code: string; message: string }) => `${code}: ${message}`;

/** Rounded to two decimals. */
export function cents(amount: number): number {
  return Math.round((amount + Number.EPSILON) * 100) / 100;
}
