import { z } from 'zod'
import { WARNING_CODES } from '#domain/text/warning'
import { nullableText } from './values.ts'

/** Doubts about a thing that block nothing. */
export const warnings = z
  .array(
    z
      .object({
        code: z.enum(WARNING_CODES).meta({ description: 'Code by which programs distinguish warnings' }),
        field: nullableText.meta({
          description:
            'Field that the warning is about, `services.{id}.{field}` for a part; null if it is about the whole',
        }),
        words: z.string().meta({ description: 'Text of the warning, with the remedy' }),
      })
      .meta({ id: 'Warning' }),
  )
  .meta({ description: 'Points to check. They do not block anything' })
