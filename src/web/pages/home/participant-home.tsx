import type { HomeView } from '#contract/home'
import { NOUNS } from '#contract/nouns'
import { useResource } from '../../api.ts'
import { Section } from '../../parts/section.tsx'
import { Participations } from '../organisation/participations.tsx'
import { ProjectsOf, RequirementsOf } from '../shared/own-lists.tsx'
import { TakingPartHome } from './taking-part-home.tsx'

/** A supplier's, buyer's or investor's first page: what to do next, its projects, its requirements, its rounds. */
export const ParticipantHome = ({ home }: { home: HomeView }) => {
  const id = home.organisation?.id
  const actions = useResource(NOUNS.organisation, id).data?.actions
  const capacities = home.participations.map(row => row.capacity)
  const supplies = capacities.length === 0 || capacities.includes('Supplier')
  const buys = capacities.length === 0 || capacities.some(capacity => capacity !== 'Supplier')
  return (
    <TakingPartHome home={home} none="Nothing waits for you. You will be told when something does.">
      {supplies && id && (
        <Section heading="Your projects">
          <ProjectsOf supplierId={id} actions={actions} />
        </Section>
      )}
      {buys && id && (
        <Section heading="Your credit requirements">
          <RequirementsOf buyerId={id} actions={actions} />
        </Section>
      )}
      {home.participations.length > 0 && (
        <Section heading="Where you take part">
          <Participations rows={home.participations} />
        </Section>
      )}
    </TakingPartHome>
  )
}
