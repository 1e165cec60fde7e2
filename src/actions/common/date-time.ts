import { z } from 'zod'
import type { Instant } from '#domain/dates'
import { readMoment, typedMoment } from '#domain/london'
import { FIELD_REQUIRED } from '#domain/messages'
import type { Field } from '../kit/fields.ts'

const wrongMoment = (typed: unknown): string | undefined => {
  const read = readMoment(String(typed))
  return 'wrong' in read ? read.wrong : undefined
}

/** The moment that an answer of `dateTime` means; null without one. */
export const momentOf = (typed: string | null | undefined): Instant | null => {
  const read = readMoment(typed ?? '')
  return 'instant' in read ? read.instant : null
}

const momentRule = z
  .string({ error: FIELD_REQUIRED })
  .refine(typed => wrongMoment(typed) === undefined, { error: ({ input }) => wrongMoment(input) })
  .meta({
    description:
      'Day and time as clocks in London show them, `yyyy-MM-ddTHH:mm`; in the hour that comes twice in autumn with `+01:00` or `+00:00` behind it',
  })

/** A day and a time of day as clocks in London show them; stored as the moment. */
export const dateTime = (label: string): Field<string, Instant, 'keep'> => ({
  ...{ type: 'DateTime', label, rule: momentRule, storage: 'keep' },
  toSaved: typed => momentOf(typed) ?? '',
  toDraft: typedMoment,
})
