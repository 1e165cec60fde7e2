import { Link, useSearchParams } from 'react-router'
import { readHome } from '#contract/desk/home'
import { dismissResult, resultPageAddress, type ResultSummary } from '#contract/round/result'
import { refetchAnswer, sendRequest } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { Section } from '../../parts/section.tsx'
import { toast } from '../../parts/page/toasts.ts'
import '../result/result.css'

const addressFor = ({ round, organisation, isOwn }: ResultSummary): string =>
  resultPageAddress(round.id, isOwn ? undefined : organisation.id)

/** Name of a result, which distinguishes the buttons of several results for screen readers. */
const nameOf = ({ round, organisation, isOwn }: ResultSummary): string =>
  `${isOwn ? '' : `of ${organisation.name} `}in ${round.market}, ${round.name}`

const dismiss = async ({ round, organisation }: ResultSummary): Promise<void> => {
  try {
    await sendRequest(dismissResult, { params: { id: round.id }, body: { organisationId: organisation.id } })
    await refetchAnswer(readHome, {})
  } catch {
    toast('error', 'The result could not be dismissed. Try again.')
  }
}

const ResultCard = ({ result }: { result: ResultSummary }) => (
  <li className={result.projects.won + result.requirements.won > 0 ? 'result-card has-won' : 'result-card'}>
    <div className="result-card-text">
      <span className="quiet">
        {result.round.market}, {result.round.name}, accepted <DayText day={result.settledAt} />
      </span>
      <b>{result.sentences.join(' ')}</b>
    </div>
    <div className="row">
      <Link className="button button-primary" to={addressFor(result)}>
        {result.isOwn ? 'See your result' : 'See the result'}
        <span className="sr-only"> {nameOf(result)}</span>
      </Link>
      <button type="button" className="button button-quiet" onClick={() => void dismiss(result)}>
        Dismiss
        <span className="sr-only"> the result {nameOf(result)}</span>
      </button>
    </div>
  </li>
)

/** Number of newest results in view; the others are shown on demand. */
const IN_VIEW = 2
const ALL = 'results'

/** Results of settled rounds that the reader has not dismissed yet. */
export const ResultsSection = ({ results }: { results: readonly ResultSummary[] }) => {
  const [search] = useSearchParams()
  const isMany = results.length > IN_VIEW
  const areAllShown = search.get(ALL) === 'all'
  return results.length === 0 ? null : (
    <Section heading={results.length === 1 ? 'Result' : 'Results'}>
      <ul className="result-cards">
        {(areAllShown ? results : results.slice(0, IN_VIEW)).map(result => (
          <ResultCard key={`${result.round.id} ${result.organisation.id}`} result={result} />
        ))}
      </ul>
      {isMany && (
        <p>
          <Link to={areAllShown ? '/' : `/?${ALL}=all`} preventScrollReset>
            {areAllShown ? 'Show only the newest results' : `Show all ${results.length} results`}
          </Link>
        </p>
      )}
    </Section>
  )
}
