import { readHome } from '#contract/home'
import { NOUNS } from '#contract/nouns'
import { useLocation } from 'react-router'
import { useAnswer, useResource } from '../api.ts'
import { Notice } from '../parts/notice.tsx'
import { notYoursOf } from '../shell/guards.tsx'
import { AgentHome } from './home/agent-home.tsx'
import { AuthorityHome } from './home/authority-home.tsx'
import { NobodyHome } from './home/nobody-home.tsx'
import { OperatorHome } from './home/operator-home.tsx'
import { ParticipantHome } from './home/participant-home.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import './home/home.css'
import './shared/pages.css'

const HOMES = {
  OPER: OperatorHome,
  PARTICIPANT: ParticipantHome,
  AGENT: AgentHome,
  LPA: AuthorityHome,
}

/** What a signed-in person sees first: what to do next, and the own part of the market. */
export const HomePage = () => {
  const isOperator = useIsOperator()
  const whose = notYoursOf(useLocation().state)
  const query = useAnswer(readHome, {})
  const own = query.data?.organisation
  const { isPending } = useResource(NOUNS.organisation, own?.id)
  // What may be done stands at the head of the page, and would push down what follows.
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
              <p>The page that you asked for is for {whose}. This is your home page.</p>
            </Notice>
            <Home home={data} />
          </div>
        )
      }}
    </PageBoundary>
  )
}
