import type { HomeView, OrganisationView } from '#domain/wire/round'
import { useResource } from '../../api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { nextFirst } from '../shared/next-first.ts'
import { Section } from '../../parts/section.tsx'
import { Participations } from '../organisation/participations.tsx'
import { ProjectsOf, RequirementsOf } from '../shared/own-lists.tsx'
import { NextSection } from './next-section.tsx'
import { RoundsSection } from './rounds-section.tsx'

/** A supplier's, buyer's or investor's first page: what to do next, its projects, its requirements, its rounds. */
export const ParticipantHome = ({ home }: { home: HomeView }) => {
  const id = home.organisation?.id
  const organisation = useResource<OrganisationView>(id ? `/api/organisation/${id}` : null).data
  const capacities = home.participations.map(row => row.capacity)
  const supplies = capacities.length === 0 || capacities.includes('Supplier')
  const buys = capacities.length === 0 || capacities.some(capacity => capacity !== 'Supplier')
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
        <NextSection things={home.next} none="Nothing waits for you. You will be told when something does." />
        {supplies && id && (
          <Section heading="Your projects">
            <ProjectsOf supplierId={id} />
          </Section>
        )}
        {buys && id && (
          <Section heading="Your credit requirements">
            <RequirementsOf buyerId={id} />
          </Section>
        )}
        {home.participations.length > 0 && (
          <Section heading="Where you take part">
            <Participations rows={home.participations} />
          </Section>
        )}
        <RoundsSection heading="Market rounds" rounds={home.rounds} />
      </div>
    </Page>
  )
}
