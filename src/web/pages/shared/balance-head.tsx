import { balanceEndpoint } from '#contract/desk/lists'
import { NOUNS, reservedCredit } from '#contract/nouns/nouns'
import { useSearchParams } from 'react-router'
import { useAnswer } from '../../api/api.ts'
import { BalanceBands } from '../../charts/bands.tsx'
import { useListQuery, useListState } from '../../parts/page/list-address.ts'
import { LoadingPlaceholder } from '../../parts/page/query-boundary.tsx'
import { useChosenDate } from './use-day.ts'

const BALANCES = {
  credits: balanceEndpoint(NOUNS.credit),
  'reserved-credits': balanceEndpoint(reservedCredit),
}

/**
 * Balance over time and on the chosen date of the credits that the filters in the address select; the list
 * below follows that date. The legend filters the list by a holding, while the bands keep showing all
 * holdings.
 */
export const FilteredBalance = ({ noun }: { noun: typeof NOUNS.credit | typeof reservedCredit }) => {
  const day = useChosenDate()
  const { setFilter } = useListState()
  const chosen = useSearchParams()[0].get('holding')
  const { cursor: _, sort: __, limit: ___, on: ____, holding: _____, ...filters } = useListQuery(noun)
  const { data, isPending } = useAnswer(BALANCES[noun.list], {}, { ...filters, registry: true })
  if (isPending) return <LoadingPlaceholder />
  if (!data || data.types.length === 0) return null
  return (
    <>
      <h2 className="sr-only">Where the units are</h2>
      <BalanceBands
        sheet={data}
        day={day}
        sum="Total"
        holding={{ chosen, choose: holding => setFilter('holding', holding) }}
      />
    </>
  )
}
