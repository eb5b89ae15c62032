import type { ScenarioPlace } from '#pack-kit';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

/** A picture that the visitor shares, as if a model had looked at it. */
export const sharesWebcam =
  (analysis: string) =>
  async ({ conversationId, request, rows }: ScenarioPlace): Promise<void> => {
    const form = new FormData();
    form.append('file', new Blob([PNG], { type: 'image/png' }), 'webcam.png');
    const stored = await request('/v1/files', { method: 'POST', body: form });
    const { fileId } = (await stored.json()) as { fileId: string };
    const put = await request(`/v1/conversations/${conversationId}/context/webcam`, {
      method: 'PUT',
      body: JSON.stringify({ consent: true, fileId }),
    });
    if (!put.ok) throw new Error(`${put.status}: ${await put.text()}`);
    await rows(
      `UPDATE shared_contexts SET analysis_state = 'ready', analysis = $2 WHERE conversation_id = $1 AND kind = 'webcam'`,
      [conversationId, analysis],
    );
  };

export const sharesPlace = async ({ conversationId, request }: ScenarioPlace): Promise<void> => {
  const put = await request(`/v1/conversations/${conversationId}/context/location`, {
    method: 'PUT',
    body: JSON.stringify({
      consent: true,
      position: { latitude: 59.91, longitude: 10.75 },
      city: 'Oslo',
    }),
  });
  if (!put.ok) throw new Error(`${put.status}: ${await put.text()}`);
};
