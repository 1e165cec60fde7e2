import { Link } from 'react-router'
import type { Day } from '#domain/dates'
import { scheduleWords } from '../../parts/schedule.tsx'
import type { Partner } from './partners.ts'

const MOST = 3

/** The partners of an item in a table cell: the greatest by name, the others by number. */
export const PartnerList = ({
  partners,
  on,
  to,
}: {
  partners: readonly Partner[]
  /** The day from which their units are told. */
  on: Day
  to: string
}) => (
  <ul className="partner-list">
    {partners.slice(0, MOST).map(partner => (
      <li key={partner.id + partner.creditType}>
        <Link to={`${to}/${partner.id}`}>{partner.name}</Link>
        <div className="quiet small">{scheduleWords(partner.unitsPerPeriod, on)}</div>
      </li>
    ))}
    {partners.length > MOST && <li className="quiet">and {partners.length - MOST} more</li>}
  </ul>
)
