import { readHome } from '#contract/desk/home'
import { type OwnEstimateView, removeSavedEstimate } from '#contract/desk/saved-estimate'
import { refetchAnswer, sendRequest } from '../../api/api.ts'
import { SiteLink } from '../../parts/menu/site-link.tsx'
import { Section } from '../../parts/section.tsx'
import { toast } from '../../parts/page/toasts.ts'

const removeEstimate = async ({ id }: OwnEstimateView): Promise<void> => {
  try {
    await sendRequest(removeSavedEstimate, { params: { id } })
    await refetchAnswer(readHome, {})
    toast('success', 'The estimate has been removed')
  } catch {
    toast('error', 'The estimate could not be removed. Try again.')
  }
}

/** Estimates that the organisation saved before it signed up; each becomes a draft in the next round that it joins and that fits. */
export const EstimatesSection = ({ estimates }: { estimates: readonly OwnEstimateView[] }) =>
  estimates.length > 0 && (
    <Section heading="Your saved estimates">
      <p className="measure quiet">
        When you join a round that fits, the estimate becomes a draft that you can complete.
      </p>
      <ul className="plain-list stack">
        {estimates.map(estimate => (
          <li key={estimate.id} className="saved-estimate">
            <div>
              <SiteLink to={estimate.page}>{estimate.text}</SiteLink>
              <p className="quiet small">
                {estimate.rounds.length === 0
                  ? 'No round that fits is open for registration. We email you when one opens.'
                  : `Open for registration: ${estimate.rounds.map(({ name }) => name).join('; ')}`}
              </p>
            </div>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => void removeEstimate(estimate)}
            >
              Remove<span className="sr-only"> the estimate of {estimate.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
