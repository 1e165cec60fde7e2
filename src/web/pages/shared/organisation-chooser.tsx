import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import type { IdAndName } from '#contract/kit/values'

const MOST_BUTTONS = 6

/**
 * Chooser for readers who may see the page of several organisations: tabs for the few clients of an agent, a list for
 * the many organisations of the operator. `addressOf` gives the page of each.
 */
export const OrganisationChooser = ({
  organisation,
  organisations,
  addressOf,
}: {
  organisation: IdAndName
  organisations: readonly IdAndName[]
  addressOf: (organisationId: string) => string
}) => {
  const navigate = useNavigate()
  const id = useId()
  if (organisations.length < 2) return null
  return organisations.length > MOST_BUTTONS ? (
    <div className="organisation-select">
      <label htmlFor={id}>Organisation</label>
      <select
        id={id}
        className="input"
        value={organisation.id}
        onChange={event => void navigate(addressOf(event.target.value))}
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
      <ul className="organisation-chooser">
        {organisations.map(one => (
          <li key={one.id}>
            <Link
              className="button button-small"
              to={addressOf(one.id)}
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
