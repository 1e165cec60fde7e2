import { useSearchParams } from 'react-router'
import { listAccounts, readMoney } from '#contract/money/money'
import { useAnswer, useSteadyAnswer } from '../../api/api.ts'
import { PageBoundary } from '../shared/page-boundary.tsx'
import { useIsOperator } from '../shared/use-is-operator.ts'
import { MarketBooks } from './market-books.tsx'
import { OrganisationMoney } from './organisation-money.tsx'
import { usePeriod } from './period-inputs.tsx'

const WholeMarket = () => {
  const { query, inputs } = usePeriod()
  return (
    <PageBoundary query={useSteadyAnswer(listAccounts, { query })} title="Money">
      {books => <MarketBooks books={books} period={query} periodInputs={inputs} />}
    </PageBoundary>
  )
}

const OneOrganisation = ({ organisationId }: { organisationId: string | undefined }) => (
  <PageBoundary query={useAnswer(readMoney, { query: { organisationId } })} title="Money">
    {money => <OrganisationMoney money={money} />}
  </PageBoundary>
)

/** Money: of the reader's organisation or the one that the address names, and for the market operator of the whole market. */
export const MoneyPage = () => {
  const [search] = useSearchParams()
  const organisationId = search.get('for') ?? undefined
  const isOperator = useIsOperator()
  return isOperator && organisationId === undefined ? (
    <WholeMarket />
  ) : (
    <OneOrganisation organisationId={organisationId} />
  )
}
