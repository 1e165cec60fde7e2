import { z } from 'zod'
import { MATCH_PUBLICATION_POLICIES, ISSUE_AHEAD_POLICIES } from '#domain/round/market'
import { PLACE_PRECISIONS } from '#domain/place/precision'
import { SELLERS, VAT_TREATMENTS } from '#domain/money/vat'
import { defineColumns, derivedColumn, textColumn } from '../columns/column.ts'
import { defineNoun } from '../kit/noun.ts'
import { resourceFields, rowFields } from '../kit/resource.ts'
import { roundRow } from './round.ts'
import { depositPerBid, latePaymentTerms, nullableText, paymentSchedule } from '../kit/values.ts'

const columns = {
  description: nullableText,
  placePrecision: z.enum(PLACE_PRECISIONS).meta({
    description: 'Minimum precision of published locations, whatever their owners choose',
  }),
  issueAhead: z.enum(ISSUE_AHEAD_POLICIES).meta({
    description: 'Rule for issuing and redeeming credits before delivery',
  }),
  instances: z.enum(MATCH_PUBLICATION_POLICIES).meta({
    description:
      'Rule for publishing matches that are accepted from now on; anyone can work out most names from a published match',
  }),
  paymentSchedule: paymentSchedule.meta({
    description: 'When payments are due in rounds whose registration opens from now on; together 100 percent',
  }),
  latePayment: latePaymentTerms.meta({
    description:
      'Days after the due date on which unpaid invoices have consequences, in rounds whose registration opens from now on',
  }),
  deposit: depositPerBid,
  sellsAs: z.enum(SELLERS).meta({
    description: 'Seller of the units: the market operator as agent of each supplier, or in its own right',
  }),
  unitsVat: z
    .enum(VAT_TREATMENTS)
    .meta({ description: 'Treatment of units by VAT where the seller is registered' }),
  rounds: z.array(roundRow),
}

export const MARKET_COLUMNS = defineColumns('market', {
  name: textColumn('Market', {}),
  description: textColumn('Description', {}),
  rounds: derivedColumn('Market rounds'),
})

export const marketRow = z.object({ ...rowFields, name: z.string(), ...columns }).meta({ id: 'MarketRow' })
export type MarketRow = z.infer<typeof marketRow>
export const marketView = z.object({ ...resourceFields('market'), ...columns }).meta({ id: 'Market' })
export type MarketView = z.infer<typeof marketView>

/** A market, which holds rounds. */
export const market = defineNoun({
  kind: 'market',
  path: 'market',
  list: 'markets',
  collection: 'markets',
  called: ['market', 'markets'],
  readBy: 'everyone',
  page: ({ id }: { id: string }) => `/markets/${id}`,
  isSubject: true,
  isNamed: true,
  row: marketRow,
  view: marketView,
  filters: {},
  sorts: ['name'],
  isChosen: true,
})
