import { Link } from 'react-router'
import { type Prepared, registeredAddress } from '#contract/registration'

/** The way back to what was said when a thing was registered. */
export const RegistrationLink = ({ of: { id, kind } }: { of: { id: string; kind: Prepared } }) => (
  <p>
    <Link to={registeredAddress(kind, { id })}>Confirmation: reference and what happens next</Link>
  </p>
)
