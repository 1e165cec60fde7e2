import { z } from 'zod'
import { INSTANCES, ISSUE_AHEAD } from '#domain/market'
import { PLACE_PRECISIONS } from '#domain/place/precision'
import { columnsOf, own, text } from './columns/column.ts'
import { noun } from './noun.ts'
import { resourceOf, rowOf } from './resource.ts'
import { roundRow } from './round.ts'
import { maybeText } from './values.ts'

const columns = {
  description: maybeText,
  placePrecision: z.enum(PLACE_PRECISIONS).meta({
    description: 'How precisely places are told at the least, whatever their owners choose',
  }),
  issueAhead: z.enum(ISSUE_AHEAD).meta({
    description: 'Whether credits are issued and redeemed before they are delivered',
  }),
  instances: z.enum(INSTANCES).meta({
    description:
      'Whether matches that are accepted from now on are published, from which anyone can work out most names',
  }),
  rounds: z.array(roundRow),
}

export const MARKET_COLUMNS = columnsOf('market', {
  name: text('Market', {}),
  description: text('Description', {}),
  rounds: own('Market rounds'),
})

export const marketRow = z.object({ ...rowOf, name: z.string(), ...columns }).meta({ id: 'MarketRow' })
export type MarketRow = z.infer<typeof marketRow>
export const marketView = z.object({ ...resourceOf('market'), ...columns }).meta({ id: 'Market' })
export type MarketView = z.infer<typeof marketView>

/** A market, which holds rounds. */
export const market = noun({
  kind: 'market',
  path: 'market',
  list: 'markets',
  collection: 'markets',
  called: ['market', 'markets'],
  readBy: 'everybody',
  page: ({ id }: { id: string }) => `/markets/${id}`,
  isSubject: true,
  isNamed: true,
  row: marketRow,
  view: marketView,
  filters: {},
  sorts: ['name'],
  isChosen: true,
})
