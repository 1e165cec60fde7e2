import { balanceEndpoint } from '#contract/lists'
import { NOUNS, reservedCredit } from '#contract/nouns'
import { useSearchParams } from 'react-router'
import { useAnswer } from '../../api.ts'
import { Bands } from '../../charts/bands.tsx'
import { useListWords, usePages } from '../../parts/list-address.ts'
import { Loading } from '../../parts/loading.tsx'
import { useDay } from './use-day.ts'

const BALANCES = {
  credits: balanceEndpoint(NOUNS.credit),
  'reserved-credits': balanceEndpoint(reservedCredit),
}

/**
 * Where the units are of the credits that the filters in the address select, over time and on the chosen day, which the
 * list below follows. The legend narrows the list down to a holding; the bands go on to show all of them.
 */
export const BalanceHead = ({ noun }: { noun: typeof NOUNS.credit | typeof reservedCredit }) => {
  const day = useDay()
  const { setFilter } = usePages()
  const chosen = useSearchParams()[0].get('holding')
  const { cursor: _, sort: __, limit: ___, on: ____, holding: _____, ...filters } = useListWords(noun)
  const { data, isPending } = useAnswer(BALANCES[noun.list], {}, { ...filters, registry: true })
  if (isPending) return <Loading />
  if (!data || data.types.length === 0) return null
  return (
    <>
      <h2 className="sr-only">Where the units are</h2>
      <Bands
        sheet={data}
        day={day}
        sum="Together"
        holding={{ chosen, choose: holding => setFilter('holding', holding) }}
      />
    </>
  )
}
