import { Link } from 'react-router'
import type { HomeView, RoundStanding } from '#contract/desk/home'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import type { ActionName } from '#actions/index'
import { useResource } from '../../api/api.ts'
import { EmptyStateAction } from '../../parts/action-bar.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { recordCountText } from '../../parts/messages.ts'
import { FoldedSection } from '../../parts/section.tsx'
import { Authorities } from '../organisation/authorities.tsx'
import { OrganisationLink } from '../shared/owner-link.tsx'
import { FigureList, listPositionFigures, listProceedsFigures } from './figures.tsx'
import { ClientTasksSection, UpcomingDatesSection } from './client-tasks.tsx'
import { ParticipationHome } from './taking-part-home.tsx'
import { authorityNeededText, clientCountText, NOTHING_TO_DO_TEXT } from './messages.ts'

const ADD_CLIENT = 'AddParticipantClient' satisfies ActionName<'organisation'>

const Client = ({ standing }: { standing: RoundStanding }) => (
  <li className="client-card">
    <div>
      <h3>
        <OrganisationLink organisation={standing.organisation} />
      </h3>
      <p>{standing.state}</p>
    </div>
    <FigureList
      money={[...listPositionFigures(standing), ...listProceedsFigures(standing, 'the supplier')]}
    />
  </li>
)

/** Home page of an agent: what to do for each client, what is due, and the agent’s permissions for each. */
export const AgentHome = ({ home }: { home: HomeView }) => {
  const agency = useResource(NOUNS.organisation, home.organisation?.id).data
  const closedToAgent = home.rounds
    .filter(({ id, status }) => status === 'Open' && !home.clients.some(({ round }) => round.id === id))
    .map(({ market, name }) => `${market.name}, ${name}`)
  return (
    <ParticipationHome
      home={{ ...home, next: home.next.slice(0, 1) }}
      none={closedToAgent.length > 0 ? authorityNeededText(closedToAgent) : NOTHING_TO_DO_TEXT}
      lead={
        home.clientTasks.length > 0 && (
          <>
            <ClientTasksSection clients={home.clientTasks} />
            {home.next.length > 0 && closedToAgent.length > 0 && (
              <p className="quiet measure">{authorityNeededText(closedToAgent)}</p>
            )}
            <UpcomingDatesSection dates={home.dates} />
          </>
        )
      }
      folded={
        <>
          {home.standings.length > 0 && (
            <FoldedSection
              isFolded
              heading="Position and amounts of each client"
              note={clientCountText(home.standings.length)}
            >
              <ul className="client-cards">
                {home.standings.map(standing => (
                  <Client key={standing.organisation.id} standing={standing} />
                ))}
              </ul>
            </FoldedSection>
          )}
          {home.organisation && (
            <FoldedSection
              isFolded
              heading="Permissions"
              note={recordCountText(home.clients.length, 'agentAuthority')}
            >
              {home.clients.length > 0 && <Authorities rows={home.clients} of="clients" />}
              <p>
                <Link to={pageAddress('organisation', { type: 'AGENT', id: home.organisation.id })}>
                  Authorities for all rounds
                </Link>
              </p>
            </FoldedSection>
          )}
        </>
      }
    >
      {home.clients.length === 0 && (
        <EmptyState
          title="No clients in current rounds"
          button={<EmptyStateAction action={agency?.actions.find(({ id }) => id === ADD_CLIENT)} />}
        >
          To act for a participant in a market round, you need their signed authority to act.
        </EmptyState>
      )}
    </ParticipationHome>
  )
}
