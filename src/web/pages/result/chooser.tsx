import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { resultAddress, type ResultView } from '#contract/result'

const MOST_BUTTONS = 6

/** For whoever may read several: whose result it is; an agent's few clients side by side, the operator's many in a list. */
export const Chooser = ({ result: { round, organisation, organisations } }: { result: ResultView }) => {
  const navigate = useNavigate()
  const id = useId()
  if (organisations.length < 2) return null
  return organisations.length > MOST_BUTTONS ? (
    <div className="result-select">
      <label htmlFor={id}>Whose result</label>
      <select
        id={id}
        className="input"
        value={organisation.id}
        onChange={event => void navigate(resultAddress(round.id, event.target.value))}
      >
        {organisations.map(one => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  ) : (
    <nav aria-label="Whose result">
      <ul className="result-chooser">
        {organisations.map(one => (
          <li key={one.id}>
            <Link
              className="button button-small"
              to={resultAddress(round.id, one.id)}
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
