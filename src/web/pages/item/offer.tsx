import { totalCosts } from '#domain/project'
import type { ProjectView } from '#contract/project'
import { DayText, InPence, Money } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { PerUnit } from '../../parts/price-per-unit.tsx'
import { Section } from '../../parts/section.tsx'
import { isBeforeClosing } from '../shared/before-closing.ts'
import { supplied } from '../shared/as-priced.ts'
import { Sealed } from '../shared/sealed.tsx'

/** All four costs of a project together; null while they are not set. */
export const costsOf = ({ costs }: Pick<ProjectView, 'costs'>): number | null => costs && totalCosts(costs)

/** The offer of a project, as far as the reader may know it, and the costs that the operator adds. */
export const OfferFacts = ({ project }: { project: ProjectView }) => {
  const { offer, costs } = project
  const added = costsOf(project)
  return (
    <InPence amounts={[offer, ...Object.values(costs ?? {})]}>
      <Section heading="Offer and costs">
        <p className="amount">
          {project.offerIsSealed ? (
            <Sealed round={project.round} />
          ) : offer === null ? (
            <span className="quiet">{project.endedAs ? 'No offer was made' : 'No offer yet'}</span>
          ) : (
            <Money pounds={offer} />
          )}
        </p>
        <PerUnit pounds={offer} quantities={supplied(project)} of="unit supplied" />
        {project.offeredAt && (
          <p className="quiet small">
            Offered <DayText day={project.offeredAt} time />.
            {isBeforeClosing(project.round) &&
              ' The last offer before the round closes for bids and offers counts.'}
          </p>
        )}
        {costs ? (
          <KeyValues
            as="list"
            facts={[
              ['Maintenance', <Money key="maintenance" pounds={costs.maintenance} />],
              ['Market operator', <Money key="operator" pounds={costs.marketOperator} />],
              ['Compliance monitoring', <Money key="compliance" pounds={costs.complianceMonitoring} />],
              ['Performance monitoring', <Money key="performance" pounds={costs.performanceMonitoring} />],
              [
                'Total ask, offer and costs',
                offer !== null && added !== null ? (
                  <b key="ask">
                    <Money pounds={offer + added} />
                    <PerUnit pounds={offer + added} quantities={supplied(project)} of="unit supplied" />
                  </b>
                ) : undefined,
              ],
            ]}
          />
        ) : (
          <p className="quiet">
            The costs over the life of the project{' '}
            {project.costsAreWithheld
              ? 'are for the supplier and the market operator to know'
              : project.endedAs
                ? 'were not set'
                : 'are not yet set'}
            .
          </p>
        )}
      </Section>
    </InPence>
  )
}
