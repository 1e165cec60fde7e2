import { Link } from 'react-router'
import { Notice } from '../parts/notice.tsx'

/** Tells somebody without a second factor, while registering, that later steps ask for one. */
export const SecondFactorAhead = () => (
  <Notice>
    <p>
      <b>You will need a passkey or an authenticator app later.</b> Redeeming credits, and agreeing to what
      the market operator does for you, ask for a fresh code.{' '}
      <Link to="/profile">Set it up in your profile</Link>: it takes about two minutes.
    </p>
  </Notice>
)
