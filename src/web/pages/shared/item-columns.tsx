import { NOT_GIVEN } from '#domain/messages'
import type { UnitsWon } from '#contract/item-result'
import type { Named, ProceedsView } from '#contract/values'
import type { SortOf } from '#contract/noun'
import type { NOUNS } from '#contract/nouns'
import type { ProjectRow } from '#contract/project'
import type { RequirementRow } from '#contract/requirement'
import type { RoundOfItem } from '#contract/round'
import { Money, Quantity } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { PerUnit, UnitPrice, type PricedUnits } from '../../parts/price-per-unit.tsx'
import { CREDIT_TYPE_SHORT } from './credit-words.ts'
import { OrganisationLink, RoundLink } from './owner-link.tsx'
import { ProceedsNote } from './proceeds-note.tsx'
import { Sealed } from './sealed.tsx'

/** The name of a project or requirement, which leads to its page. */
export const nameColumn = (
  header: string,
): Column<Named, SortOf<typeof NOUNS.project> & SortOf<typeof NOUNS.requirement>> => ({
  id: 'name',
  header,
  main: true,
  sort: 'name',
  sortBy: row => row.name,
  cell: row => row.name,
})

/** Whose it is. */
export const ownerColumn = <T,>(id: string, header: string, owner: (row: T) => Named): Column<T> => ({
  id,
  header,
  sortBy: row => owner(row).name,
  cell: row => <OrganisationLink organisation={owner(row)} />,
})

/** Its round, and under it the market. */
export const roundColumn: Column<{ round: RoundOfItem }> = {
  id: 'round',
  header: 'Round',
  sortBy: row => row.round.market + row.round.name,
  cell: row => (
    <>
      <RoundLink round={row.round} />
      <div className="quiet small cell-market">{row.round.market}</div>
    </>
  ),
}

/** Where it is, as closely as its credits ask for. */
export const placeColumn: Column<Pick<ProjectRow | RequirementRow, 'subcatchment' | 'nca' | 'lpa'>> = {
  id: 'place',
  header: 'Place',
  cell: row => (row.subcatchment ?? row.nca ?? row.lpa)?.name ?? <span className="quiet">{NOT_GIVEN}</span>,
}

/** What is received or paid once the round is settled, always to the penny, and the units that were won. */
export const paymentColumn = <T,>(
  id: string,
  header: string,
  amount: (row: T) => number | null,
  perUnit: (row: T) => number | null,
  won: (row: T) => UnitsWon | undefined,
  proceeds: (row: T) => ProceedsView | null = () => null,
): Column<T> => ({
  id,
  header,
  numeric: true,
  sortBy: amount,
  pounds: amount,
  cell: row => {
    const pounds = amount(row)
    return (
      pounds !== null && (
        <>
          <Money pounds={pounds} />
          {won(row)?.map(({ creditType, units }) => (
            <div key={creditType} className="quiet small">
              for <Quantity units={units} of={CREDIT_TYPE_SHORT[creditType]} />
            </div>
          ))}
          <ProceedsNote proceeds={proceeds(row)} />
          <UnitPrice price={perUnit(row) ?? 'several types'} />
        </>
      )
    )
  },
})

/** An offer or a bid, unless it is sealed from the reader, and under it the price of a unit. */
export const amountColumn = <T extends { round: RoundOfItem }>(
  id: string,
  header: string,
  amount: (row: T) => number | null,
  isSealed: (row: T) => boolean,
  /** What the amount is for. */
  quantities: (row: T) => readonly PricedUnits[],
): Column<T> => ({
  id,
  header,
  numeric: true,
  card: 'amount',
  sortBy: amount,
  pounds: row => (isSealed(row) ? null : amount(row)),
  cell: row =>
    isSealed(row) ? (
      <Sealed round={row.round} short />
    ) : (
      <>
        <Money pounds={amount(row)} />
        <PerUnit pounds={amount(row)} quantities={quantities(row)} />
      </>
    ),
})
