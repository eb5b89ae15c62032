import { z } from 'zod';
import { storableText, uuid } from '../values/ids.ts';

const MAX_PLACE_CHARACTERS = 200;
/** Half the circumference of the earth. */
const MAX_ACCURACY_M = 20_037_508;

const consent = z.literal(true, 'expected true: nothing is shared without the consent of the person');
const place = storableText(MAX_PLACE_CHARACTERS);

/** Body of `PUT /v1/conversations/:id/context/location`. */
export const shareLocation = z
  .strictObject({
    consent: consent.describe('The person has agreed to share it.'),
    position: z
      .strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        accuracyM: z
          .number()
          .min(0)
          .max(MAX_ACCURACY_M)
          .optional()
          .describe('Accuracy radius in metres, as reported by browsers.'),
      })
      .optional()
      .describe('In degrees (WGS 84).'),
    city: place.optional(),
    country: place.optional(),
  })
  .refine(
    ({ position, city, country }) => position ?? city ?? country,
    'expected a position, a city or a country',
  )
  .meta({
    anyOf: [{ required: ['position'] }, { required: ['city'] }, { required: ['country'] }],
    example: { consent: true, position: { latitude: 34.77, longitude: 32.42 }, city: 'Paphos' },
  });
export type ShareLocation = z.infer<typeof shareLocation>;

/** Body of `PUT /v1/conversations/:id/context/screen` and `/webcam`. */
export const sharePicture = z
  .strictObject({
    consent: consent.describe('The person has agreed to share it.'),
    fileId: uuid.describe('Id of a picture from POST /v1/files.'),
  })
  .meta({ example: { consent: true, fileId: '019a9f6e-0000-7000-8000-000000000000' } });
export type SharePicture = z.infer<typeof sharePicture>;

export const sharedContextView = z.object({
  kind: z.enum(['location', 'screen', 'webcam']),
  sharedAt: z.iso.datetime().describe('When it was shared (ISO 8601, UTC).'),
  location: z
    .object({
      position: z
        .object({ latitude: z.number(), longitude: z.number(), accuracyM: z.number().optional() })
        .optional(),
      city: z.string().optional(),
      country: z.string().optional(),
    })
    .nullable(),
  fileId: uuid.nullable(),
  analysis: z
    .object({ state: z.string(), text: z.string().nullable() })
    .nullable()
    .describe('Analysis of a picture: pending, ready with a text, or the reason why it was not analysed.'),
});
export type SharedContextView = z.infer<typeof sharedContextView>;
