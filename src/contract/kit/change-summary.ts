import { z } from 'zod'
import { ORGANISATION_TYPES } from '#domain/people/organisation'
import { period } from './balance.ts'
import { creditStatus, creditType, id, idAndName, money, nullableText, proceeds, units } from './values.ts'

const count = z.int().nonnegative()
const thing = {
  kind: z.string(),
  id: id.nullable().describe('Null if it does not exist yet'),
  name: z.string(),
}

/** Changes that an action makes, limited to what the actor may see. */
export const changeSummary = z
  .object({
    statuses: z.array(z.object({ ...thing, from: nullableText, to: z.string() })),
    organisations: z.array(idAndName).describe('Organisations whose data change'),
    inRound: z
      .array(
        z.object({
          kind: z.enum(['project', 'requirement']),
          status: z.string(),
          count,
          creditTypes: z.array(z.object({ creditType, count })),
        }),
      )
      .describe('Projects and requirements in the affected round: counts by status'),
    credits: z.array(
      z.object({
        creditType,
        from: creditStatus.nullable(),
        to: creditStatus.nullable(),
        units: units.describe('Units today'),
        unitsPerPeriod: z.array(period),
        serials: z.array(z.string()).describe('Ranges of serials'),
      }),
    ),
    money: z
      .array(
        z.object({
          ...thing,
          what: z.string(),
          amount: money.nullable(),
          quantities: z
            .array(z.object({ creditType, units }))
            .describe('Quantities that the amount is for, to calculate a price per unit'),
          proceeds: proceeds
            .optional()
            .describe(
              'Parts of the money that a project would receive; the three parts add up to the whole amount',
            ),
        }),
      )
      .describe('Offers, bids and costs after the action, and amounts that winners would pay or receive'),
    letters: z.array(
      z.object({
        letter: z.string(),
        readers: z
          .enum(ORGANISATION_TYPES)
          .nullable()
          .describe('Type of organisation that receives it; null if it goes to a person'),
        count,
      }),
    ),
    things: z.array(z.object({ kind: z.string(), change: z.enum(['created', 'updated', 'removed']), count })),
  })
  .meta({ id: 'WhatChanges' })
export type ChangeSummary = z.infer<typeof changeSummary>
