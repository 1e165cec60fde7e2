import { z } from 'zod'
import { WARNING_CODES } from '#domain/warning'
import { maybeText } from './values.ts'

/** What should be looked at about a thing, though nothing is refused for it. */
export const warnings = z
  .array(
    z
      .object({
        code: z.enum(WARNING_CODES).meta({ description: 'By which programs tell it from others' }),
        field: maybeText.meta({
          description:
            'The field of the thing that it is about, `services.{id}.{field}` for a part of it; null where it is about the whole',
        }),
        words: z.string().meta({ description: 'What does not agree, and what can be done' }),
      })
      .meta({ id: 'Warning' }),
  )
  .meta({ description: 'What should be looked at, though nothing is refused for it' })
