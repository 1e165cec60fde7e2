import { useSearchParams } from 'react-router'
import { listAccounts, readMoney } from '#contract/money/money'
import { useAnswer } from '../../api/api.ts'
import { PageBoundary } from '../shared/page-boundary.tsx'
import { useIsOperator } from '../shared/use-is-operator.ts'
import { MarketBooks } from './market-books.tsx'
import { OrganisationMoney } from './organisation-money.tsx'

const WholeMarket = () => (
  <PageBoundary query={useAnswer(listAccounts, {})} title="Money">
    {books => <MarketBooks books={books} />}
  </PageBoundary>
)

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
