import { MISSING_ANSWER_TEXT } from '#domain/values/messages'
import type { UnitsWon } from '#contract/round/item-result'
import type { IdAndName, ProceedsView } from '#contract/kit/values'
import type { SortOf } from '#contract/kit/noun'
import type { NOUNS } from '#contract/nouns/nouns'
import type { ProjectRow } from '#contract/project/project'
import type { RequirementRow } from '#contract/requirement/requirement'
import type { RoundOfItem } from '#contract/round/round'
import { Money, Quantity } from '../../parts/values/amounts.tsx'
import { CellLines } from '../../parts/cell-lines.tsx'
import { textColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { PerUnit, UnitPrice, type PricedUnits } from '../../parts/values/price-per-unit.tsx'
import { SHORT_CREDIT_TYPE_LABELS } from '../shared/credit-words.ts'
import { OrganisationLink, RoundLink } from '../shared/owner-link.tsx'
import { proceedsLines } from '../shared/proceeds-note.tsx'
import { SealedAmount } from '../shared/sealed.tsx'

/** Column with the name of a project or requirement, linked to its page. */
export const nameColumn = (
  header: string,
): Column<IdAndName, SortOf<typeof NOUNS.project> & SortOf<typeof NOUNS.requirement>> =>
  textColumn('name', header, row => row.name, { main: true, sort: 'name' })

/** Column with the owner. */
export const ownerColumn = <T,>(id: string, header: string, owner: (row: T) => IdAndName): Column<T> =>
  textColumn(id, header, row => owner(row).name, {
    cell: row => <OrganisationLink organisation={owner(row)} />,
  })

/** Column with the round, and its market below. */
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

/** Column with the place, as precise as the credit type needs. */
export const placeColumn: Column<Pick<ProjectRow | RequirementRow, 'subcatchment' | 'nca' | 'lpa'>> = {
  id: 'place',
  header: 'Place',
  cell: row =>
    (row.subcatchment ?? row.nca ?? row.lpa)?.name ?? <span className="quiet">{MISSING_ANSWER_TEXT}</span>,
}

/**
 * Column with the amount received or paid once the round is settled, always with pence, and the units won.
 */
export const paymentColumn = <T,>(
  id: string,
  header: string,
  amount: (row: T) => number | null,
  perUnit: (row: T) => number | null,
  won: (row: T) => UnitsWon | undefined,
  proceeds: (row: T) => ProceedsView | null = () => null,
): Column<T> =>
  moneyColumn(id, header, amount, {
    pounds: amount,
    cell: row => {
      const pounds = amount(row)
      return (
        pounds !== null && (
          <>
            <Money pounds={pounds} />
            <CellLines
              lines={[
                ...(won(row) ?? []).map(({ creditType, units }) => (
                  <div key={creditType} className="quiet small">
                    for <Quantity units={units} of={SHORT_CREDIT_TYPE_LABELS[creditType]} />
                  </div>
                )),
                ...proceedsLines(proceeds(row)),
                <UnitPrice key="price" price={perUnit(row) ?? 'several types'} />,
              ]}
            />
          </>
        )
      )
    },
  })

/** Column with an offer or bid, unless it is sealed from the reader, and the price per unit below. */
export const amountColumn = <T extends { round: RoundOfItem }>(
  id: string,
  header: string,
  amount: (row: T) => number | null,
  isSealed: (row: T) => boolean,
  /** Returns the units that the amount pays for. */
  quantities: (row: T) => readonly PricedUnits[],
): Column<T> =>
  moneyColumn(id, header, amount, {
    card: 'amount',
    pounds: row => (isSealed(row) ? null : amount(row)),
    cell: row =>
      isSealed(row) ? (
        <SealedAmount round={row.round} short />
      ) : (
        <>
          <Money pounds={amount(row)} />
          <PerUnit pounds={amount(row)} quantities={quantities(row)} />
        </>
      ),
  })
