import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { resultPageAddress, type ResultView } from '#contract/round/result'

const MOST_BUTTONS = 6

/**
 * Chooser for readers who may see several results: tabs for the few clients of an agent, a list for the many
 * organisations of the operator.
 */
export const OrganisationChooser = ({
  result: { round, organisation, organisations },
}: {
  result: ResultView
}) => {
  const navigate = useNavigate()
  const id = useId()
  if (organisations.length < 2) return null
  return organisations.length > MOST_BUTTONS ? (
    <div className="result-select">
      <label htmlFor={id}>Organisation</label>
      <select
        id={id}
        className="input"
        value={organisation.id}
        onChange={event => void navigate(resultPageAddress(round.id, event.target.value))}
      >
        {organisations.map(one => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  ) : (
    <nav aria-label="Organisation">
      <ul className="result-chooser">
        {organisations.map(one => (
          <li key={one.id}>
            <Link
              className="button button-small"
              to={resultPageAddress(round.id, one.id)}
              aria-current={one.id === organisation.id ? 'page' : undefined}
            >
              {one.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
