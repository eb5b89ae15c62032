import type { GoogleGenAI } from '@google/genai';
import { sdkFetch } from './sdk-fetch.ts';

/** Creates a client of Google's official SDK, which is loaded with the first call. */
export async function googleClient(apiKey: string, baseUrl: string | undefined): Promise<GoogleGenAI> {
  const { GoogleGenAI: Client } = await import('@google/genai');
  // Without `retryOptions` the SDK does not retry. Tools and schemas in JSON Schema require `v1beta`.
  return new Client({
    apiKey,
    vertexai: false,
    apiVersion: 'v1beta',
    httpOptions: { fetch: sdkFetch, ...(baseUrl && { baseUrl }) },
  });
}
