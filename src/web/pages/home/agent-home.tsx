import { Link } from 'react-router'
import type { HomeView, Standing } from '#contract/home'
import { addressOf, NOUNS } from '#contract/nouns'
import type { ActionName } from '#actions/index'
import { useResource } from '../../api.ts'
import { Door } from '../../parts/action-bar.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { Authorities } from '../organisation/authorities.tsx'
import { OrganisationLink } from '../shared/owner-link.tsx'
import { Figures, moneyOf } from './figures.tsx'
import { TakingPartHome } from './taking-part-home.tsx'

const ADD_CLIENT = 'AddParticipantClient' satisfies ActionName<'organisation'>

const Client = ({ standing }: { standing: Standing }) => (
  <li className="client-card">
    <div>
      <h3>
        <OrganisationLink organisation={standing.organisation} />
      </h3>
      <p>{standing.state}</p>
    </div>
    <Figures money={moneyOf(standing, 'the supplier')} />
  </li>
)

/** An agent's first page: where each of its clients stands, what waits, and what it may do for each. */
export const AgentHome = ({ home }: { home: HomeView }) => {
  const agency = useResource(NOUNS.organisation, home.organisation?.id).data
  return (
    <TakingPartHome home={home} none="Nothing waits for you.">
      {home.standings.length > 0 && (
        <Section heading="Where your clients stand">
          <ul className="client-cards">
            {home.standings.map(standing => (
              <Client key={standing.organisation.id} standing={standing} />
            ))}
          </ul>
        </Section>
      )}
      <Section heading="What you may do for them">
        {home.clients.length === 0 ? (
          <EmptyState
            title="No client in a round that goes on"
            button={<Door action={agency?.actions.find(({ id }) => id === ADD_CLIENT)} />}
          >
            A participant names you as its agent for a market round, by a signed authority to act.
          </EmptyState>
        ) : (
          <Authorities rows={home.clients} of="clients" />
        )}
        {home.organisation && (
          <p>
            <Link to={addressOf('organisation', { type: 'AGENT', id: home.organisation.id })}>
              Authorities of every round
            </Link>
          </p>
        )}
      </Section>
    </TakingPartHome>
  )
}
