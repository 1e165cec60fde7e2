import { z } from 'zod'
import { dateQuery } from '../kit/balance.ts'
import { endpoint } from '../kit/endpoint.ts'
import { creditType, day, idAndName, units } from '../kit/values.ts'
import { PUBLIC_TAG } from './public.ts'

const share = z.number().nullable()

/** How far the reserve of a market goes for one credit type. */
const reserveOfMarket = z
  .object({
    market: idAndName,
    creditType,
    reserve: units.meta({ description: 'Units in reserve that have not failed and replace nothing' }),
    outstanding: units.meta({
      description:
        'Units that someone holds and that are delivered, including those that replace failed ones',
    }),
    shareOfOutstanding: share.meta({ description: 'Reserve by units outstanding; null if none are' }),
    largestProject: units.meta({ description: 'Units outstanding of the project with most of them' }),
    covered: units.meta({
      description:
        'Units of that project that the reserve of the others would replace, without regard to place and habitat',
    }),
    shareOfLargest: share.meta({
      description: 'Units covered by those of the largest project; null if it has none',
    }),
  })
  .meta({ id: 'ReserveOfMarket' })

/** Reserve of every market and credit type on a date. */
const reserveSheet = z.object({ on: day, items: z.array(reserveOfMarket) }).meta({ id: 'ReserveSheet' })
export type ReserveSheet = z.infer<typeof reserveSheet>

export const readPublicReserve = endpoint('GET /api/public/registry/reserve', {
  tag: PUBLIC_TAG,
  access: 'anyone',
  kept: 'moment',
  id: 'readPublicReserve',
  summary:
    'How far the reserve goes: by market and credit type, against the units outstanding and the largest project',
  query: dateQuery,
  answers: { 200: reserveSheet },
})
