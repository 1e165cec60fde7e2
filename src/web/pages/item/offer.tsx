import { totalCosts } from '@credit-market/matching/problem/match-problem'
import type { ProjectView } from '#contract/project/project'
import { DayText, ShowPence, Money } from '../../parts/values/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { PerUnit } from '../../parts/values/price-per-unit.tsx'
import { FoldedSection } from '../../parts/section.tsx'
import { areBidsSealed, SealedAmount } from '../shared/sealed.tsx'
import { unitsPricedByOffer } from '../shared/as-priced.ts'

/** Sum of the four costs of a project, in pounds; null while they are not set. */
export const totalCostsOf = ({ costs }: Pick<ProjectView, 'costs'>): number | null =>
  costs && totalCosts(costs)

/** Offer of a project, as far as the reader may know it, and the costs that the operator adds. */
export const OfferFacts = ({ project, isFolded }: { project: ProjectView; isFolded: boolean }) => {
  const { offer, costs } = project
  const added = totalCostsOf(project)
  return (
    <ShowPence amounts={[offer, ...Object.values(costs ?? {})]}>
      <FoldedSection isFolded={isFolded} heading="Offer and costs">
        <p className="amount">
          {project.offerIsSealed ? (
            <SealedAmount round={project.round} />
          ) : offer === null ? (
            <span className="quiet">{project.endedAs ? 'No offer was made' : 'No offer yet'}</span>
          ) : (
            <Money pounds={offer} />
          )}
        </p>
        <PerUnit pounds={offer} quantities={unitsPricedByOffer(project)} of="unit supplied" />
        {project.offeredAt && (
          <p className="quiet small">
            Offered <DayText day={project.offeredAt} time />.
            {areBidsSealed(project.round) && ' Only the last offer before bids and offers close counts.'}
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
                'Asking price (offer and costs)',
                offer !== null && added !== null ? (
                  <b key="ask">
                    <Money pounds={offer + added} />
                    <PerUnit
                      pounds={offer + added}
                      quantities={unitsPricedByOffer(project)}
                      of="unit supplied"
                    />
                  </b>
                ) : undefined,
              ],
            ]}
          />
        ) : (
          <p className="quiet">
            {project.costsAreWithheld
              ? 'Only the supplier and the market operator can see the costs over the life of the project.'
              : project.endedAs
                ? 'The costs over the life of the project were not set.'
                : 'The costs over the life of the project have not been set yet.'}
          </p>
        )}
      </FoldedSection>
    </ShowPence>
  )
}
