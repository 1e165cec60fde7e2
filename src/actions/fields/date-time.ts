import { z } from 'zod'
import type { Instant } from '@credit-market/values/dates'
import { parseLondonTime, londonInputValue } from '#domain/values/london'
import { FIELD_REQUIRED } from '#domain/values/messages'
import type { Field } from '../kit/fields.ts'

const wrongMoment = (typed: unknown): string | undefined => {
  const read = parseLondonTime(String(typed))
  return 'wrong' in read ? read.wrong : undefined
}

/** Converts an answer of `dateTimeField` to an instant; null without one. */
export const toInstant = (typed: string | null | undefined): Instant | null => {
  const read = parseLondonTime(typed ?? '')
  return 'instant' in read ? read.instant : null
}

const momentRule = z
  .string({ error: FIELD_REQUIRED })
  .refine(typed => wrongMoment(typed) === undefined, { error: ({ input }) => wrongMoment(input) })
  .meta({
    description:
      'Date and time in London, `yyyy-MM-ddTHH:mm`. In the hour that the clock repeats in autumn, add `+01:00` or `+00:00`',
  })

/** A field for a date and time in London; stored as an instant. */
export const dateTimeField = (label: string): Field<string, Instant, 'keep'> => ({
  ...{ type: 'DateTime', label, rule: momentRule, storage: 'keep' },
  toSaved: typed => toInstant(typed) ?? '',
  toDraft: londonInputValue,
})
