import { balanceEndpoint } from '#contract/desk/lists'
import { NOUNS, reservedCredit } from '#contract/nouns/nouns'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAnswer } from '../../api/api.ts'
import { BalanceBands } from '../../charts/bands.tsx'
import { SHOW_EVERY_DATE, sampledNote } from '../../charts/messages.ts'
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
  const [isAllWanted, setAllWanted] = useState(false)
  const query = { ...filters, registry: true }
  const { data: first, isPending } = useAnswer(BALANCES[noun.list], {}, query)
  const isSampled = first !== undefined && first.resolution !== 'day'
  // Samples have exact figures for one date only.
  const needsAll = isSampled && (isAllWanted || day.on !== first.on)
  const { data: all } = useAnswer(BALANCES[noun.list], needsAll ? {} : null, { ...query, periods: 'all' })
  const data = all ?? first
  if (isPending) return <LoadingPlaceholder />
  if (!data || data.types.length === 0) return null
  const showAll = () => setAllWanted(true)
  return (
    <>
      <h2 className="sr-only">Where the units are</h2>
      <BalanceBands
        sheet={data}
        day={day}
        sum="Total"
        holding={{ chosen, choose: holding => setFilter('holding', holding) }}
        coarse={data.resolution === 'day' ? undefined : { on: data.on, showAll }}
      />
      {data.resolution !== 'day' && (
        <p className="quiet small">
          {sampledNote(data.resolution)}{' '}
          <button type="button" className="button button-small" disabled={needsAll} onClick={showAll}>
            {SHOW_EVERY_DATE}
          </button>
        </p>
      )}
    </>
  )
}
