import type { HomeView } from '#contract/desk/home'
import { NOUNS } from '#contract/nouns/nouns'
import { useResource } from '../../api/api.ts'
import { recordCountText } from '../../parts/messages.ts'
import { FoldedSection, Section } from '../../parts/section.tsx'
import { Participations } from '../organisation/participations.tsx'
import { SupplierProjects, BuyerRequirements } from '../lists/own-lists.tsx'
import { EstimatesSection } from './estimates-section.tsx'
import { ParticipationHome } from './taking-part-home.tsx'
import { NOTHING_TO_DO_YET_TEXT } from './messages.ts'

/** Records in view on the home page; the others are one press away. */
const IN_VIEW = 3

/** Home page of a supplier, buyer or investor: what to do next, its projects, requirements and rounds. */
export const ParticipantHome = ({ home }: { home: HomeView }) => {
  const id = home.organisation?.id
  const actions = useResource(NOUNS.organisation, id).data?.actions
  const capacities = home.participations.map(row => row.capacity)
  const supplies = capacities.length === 0 || capacities.includes('Supplier')
  const buys = capacities.length === 0 || capacities.some(capacity => capacity !== 'Supplier')
  return (
    <ParticipationHome
      home={home}
      none={NOTHING_TO_DO_YET_TEXT}
      folded={
        home.participations.length > 0 && (
          <FoldedSection
            isFolded
            heading="Rounds you have joined"
            note={recordCountText(home.participations.length, 'round')}
          >
            <Participations rows={home.participations} />
          </FoldedSection>
        )
      }
    >
      <EstimatesSection estimates={home.estimates} />
      {supplies && id && (
        <Section heading="Your projects">
          <SupplierProjects supplierId={id} actions={actions} atFirst={IN_VIEW} />
        </Section>
      )}
      {buys && id && (
        <Section heading="Your credit requirements">
          <BuyerRequirements buyerId={id} actions={actions} atFirst={IN_VIEW} />
        </Section>
      )}
    </ParticipationHome>
  )
}
