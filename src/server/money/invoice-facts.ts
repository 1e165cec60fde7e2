import { type Kysely, sql } from 'kysely'
import type { Day } from '@credit-market/values/dates'
import type { InvoiceParty } from '#domain/money/invoice'
import { listPriceLines, type PriceLine } from '#domain/money/price-lines'
import { vatNumberOn } from '#domain/money/vat'
import type { Organisation } from '#domain/people/organisation'
import type { Market } from '#domain/round/market'
import type { Database } from '../store/tables/tables.ts'
import { openStore } from '../store/store.ts'
import type { BookedPosting } from './books.ts'
import type { InvoicedProject } from './invoice-lines.ts'

/** Everything about an item that its invoice says, as it is on the day of issue. */
export interface InvoiceFacts {
  operator: InvoiceParty
  party: InvoiceParty
  market: Pick<Market, 'name' | 'sellsAs' | 'unitsVat'>
  round: string
  item: string
  /** Lines of the price of a requirement; none of a project. */
  price: readonly PriceLine[]
  projectOf: (id: string) => InvoicedProject | undefined
}

const partyOn = (
  { id, name, mailingAddress, companyNumber, vatRegistrations }: Organisation,
  day: Day,
): InvoiceParty => ({
  ...{ id, name, address: mailingAddress, companyNumber },
  vatNumber: vatNumberOn(vatRegistrations, day),
})

/** Price lines of the last settled round that was read: its items are invoiced one after another, and reading a match takes long. */
let kept: { match: string; prices: Map<string, PriceLine[]> } | undefined

const readPrices = async (db: Kysely<Database>, roundId: string): Promise<Map<string, PriceLine[]>> => {
  const { id, problemHash, solutionHash } = await db
    .selectFrom('matchResult')
    .select(['id', 'problemHash', 'solutionHash'])
    .where('roundId', '=', roundId)
    .where('solution', 'is not', null)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const key = `${id} ${problemHash} ${solutionHash}`
  if (kept?.match === key) return kept.prices
  const match = await openStore(db).read.one('matchResult', id)
  if (!match?.solution) return new Map()
  const prices = listPriceLines({ problem: match.problem, solution: match.solution })
  kept = { match: key, prices }
  return prices
}

/** Reads the facts for the invoices of an item, without price lines if its round has no prices yet. Throws if the market has no operator. */
export const readInvoiceFacts = async (
  db: Kysely<Database>,
  { roundId, itemKind, itemId, partyId }: Pick<BookedPosting, 'roundId' | 'itemKind' | 'itemId' | 'partyId'>,
  day: Day,
  { prices } = { prices: true },
): Promise<InvoiceFacts> => {
  const price =
    prices && itemKind === 'requirement' ? ((await readPrices(db, roundId)).get(itemId ?? '') ?? []) : []
  const projectIds = price.flatMap(({ projectId }) => projectId ?? [])
  const [operator, party, market, item, projects] = await Promise.all([
    db
      .selectFrom('organisation')
      .selectAll()
      .where('type', '=', 'OPER')
      .orderBy('ordinal')
      .limit(1)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('organisation')
      .selectAll()
      .where('id', '=', partyId ?? '')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('round')
      .innerJoin('market', 'market.id', 'marketId')
      .select(['market.name', 'sellsAs', 'unitsVat', 'round.name as round'])
      .where('round.id', '=', roundId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom(itemKind === 'project' ? 'project' : 'requirement')
      .select('name')
      .where('id', '=', itemId ?? '')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('project')
      .innerJoin('organisation', 'organisation.id', 'supplierId')
      .select(['project.id', 'project.name', 'organisation.name as supplier', 'vatRegistrations'])
      .where('project.id', '=', sql<string>`any(${projectIds}::text[])`)
      .execute(),
  ])
  const byId = new Map(
    projects.map(({ id, name, supplier, vatRegistrations }) => [
      id,
      { name, supplier: { name: supplier, vatNumber: vatNumberOn(vatRegistrations, day) } },
    ]),
  )
  return {
    ...{ operator: partyOn(operator, day), party: partyOn(party, day) },
    ...{ market, round: market.round, item: item.name, price },
    projectOf: id => byId.get(id),
  }
}
