import { readHome, type HomeView } from '#contract/desk/home'
import { NOUNS } from '#contract/nouns/nouns'
import { useAnswer, useResource } from '../api/api.ts'
import { useHistoryState } from '../parts/page/history-state.ts'
import { Notice } from '../parts/page/notice.tsx'
import { deniedPageAudience } from '../shell/guards.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page/page.tsx'
import { marketMailto } from '../parts/page/brand.ts'
import { AgentHome } from './home/agent-home.tsx'
import { AuthorityHome } from './home/authority-home.tsx'
import { OperatorHome } from './home/operator-home.tsx'
import { ParticipantHome } from './home/participant-home.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import './home/home.css'
import './shared/pages.css'

/** Home page of a user whose account belongs to no organisation: says who can change that. */
const NobodyHome = ({ home }: { home: HomeView }) => (
  <Page title={home.greeting}>
    <EmptyState
      title={home.state}
      button={
        <a className="button button-primary" href={marketMailto()}>
          Email the market operator
        </a>
      }
    >
      The market operator can add your account to your organisation. Tell them which organisation it is.
    </EmptyState>
  </Page>
)

const HOMES = {
  OPER: OperatorHome,
  PARTICIPANT: ParticipantHome,
  AGENT: AgentHome,
  LPA: AuthorityHome,
}

/** Home page of a signed-in user: first what to do next, then the user's own part of the market. */
export const HomePage = () => {
  const isOperator = useIsOperator()
  const whose = deniedPageAudience(useHistoryState())
  const query = useAnswer(readHome, {})
  const own = query.data?.organisation
  const { isPending } = useResource(NOUNS.organisation, own?.id)
  // Available actions are at the head of the page; arriving late, they would push down what follows.
  const isWaiting = own ? own.type !== 'OPER' && isPending : false
  return (
    <PageBoundary query={isWaiting ? { ...query, data: undefined } : query} title="Home">
      {data => {
        const Home = isOperator
          ? OperatorHome
          : data.organisation
            ? HOMES[data.organisation.type]
            : NobodyHome
        if (whose === null) return <Home home={data} />
        return (
          <div className="page">
            <Notice role="status">
              <p>The page you asked for is only for {whose}. This is your home page.</p>
            </Notice>
            <Home home={data} />
          </div>
        )
      }}
    </PageBoundary>
  )
}
