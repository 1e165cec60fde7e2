import { Link } from 'react-router'
import { Quantity } from '../../parts/amounts.tsx'
import type { Partner } from './partners.ts'

const MOST = 3

/** The partners of an item in a table cell: the greatest by name, the others by number. */
export const PartnerList = ({ partners, to }: { partners: readonly Partner[]; to: string }) => (
  <ul className="partner-list">
    {partners.slice(0, MOST).map(partner => (
      <li key={partner.id + partner.creditType}>
        <Link to={`${to}/${partner.id}`}>{partner.name}</Link>{' '}
        <span className="quiet">
          <Quantity units={partner.units} />
        </span>
      </li>
    ))}
    {partners.length > MOST && <li className="quiet">and {partners.length - MOST} more</li>}
  </ul>
)
