import type { HomeView, OrganisationView } from '#domain/wire/round'
import { useResource } from '../../api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { nextFirst } from '../shared/next-first.ts'
import { Section } from '../../parts/section.tsx'
import { Authorities } from '../organisation/authorities.tsx'
import { NextSection } from './next-section.tsx'
import { RoundsSection } from './rounds-section.tsx'

/** An agent's first page: its clients, with what it may do for each, and what waits. */
export const AgentHome = ({ home }: { home: HomeView }) => {
  const id = home.organisation?.id
  const organisation = useResource<OrganisationView>(id ? `/api/organisation/${id}` : null).data
  return (
    <Page
      title={home.greeting}
      subject={organisation ?? null}
      subtitle={home.organisation && <span>{home.organisation.name}</span>}
      actions={
        organisation && <ActionBar actions={nextFirst(organisation.actions, home.next)} primary={false} />
      }
    >
      <div className="home">
        <NextSection things={home.next} none="Nothing waits for you." />
        <Section heading="Your clients">
          <Authorities rows={home.clients} of="clients" />
        </Section>
        <RoundsSection heading="Market rounds" rounds={home.rounds} />
      </div>
    </Page>
  )
}
