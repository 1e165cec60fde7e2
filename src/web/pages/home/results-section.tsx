import { Link, useSearchParams } from 'react-router'
import { readHome } from '#contract/home'
import { dismissResult, resultAddress, type ResultHead } from '#contract/result'
import { askAgain, send } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { Section } from '../../parts/section.tsx'
import { toast } from '../../parts/toasts.ts'
import '../result/result.css'

const addressFor = ({ round, organisation, isOwn }: ResultHead): string =>
  resultAddress(round.id, isOwn ? undefined : organisation.id)

/** Tells one result from the others, where the buttons of several are read out. */
const nameOf = ({ round, organisation, isOwn }: ResultHead): string =>
  `${isOwn ? '' : `of ${organisation.name} `}in ${round.market}, ${round.name}`

const putAway = async ({ round, organisation }: ResultHead): Promise<void> => {
  try {
    await send(dismissResult, { params: { id: round.id }, body: { organisationId: organisation.id } })
    await askAgain(readHome, {})
  } catch {
    toast('error', 'The result could not be put away. Try again.')
  }
}

const ResultCard = ({ result }: { result: ResultHead }) => (
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
      <button type="button" className="button button-quiet" onClick={() => void putAway(result)}>
        Put away
        <span className="sr-only"> the result {nameOf(result)}</span>
      </button>
    </div>
  </li>
)

/** So many are in view, the newest; the others on demand. */
const IN_VIEW = 3
const ALL = 'results'

/** The results of settled rounds that the reader has not put away yet. */
export const ResultsSection = ({ results }: { results: readonly ResultHead[] }) => {
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
            {areAllShown ? 'Only the newest results' : `All ${results.length} results`}
          </Link>
        </p>
      )}
    </Section>
  )
}
