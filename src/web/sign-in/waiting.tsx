import { Link } from 'react-router'
import { PublicPage } from './public-page.tsx'

/** Shown to whoever is signed in while the market operator has not yet admitted the organisation. */
export const Waiting = ({ organisation }: { organisation: string }) => (
  <PublicPage title="Nearly there" intro={`${organisation} waits to be admitted by the market operator.`}>
    <p>Look in again later. Until then you can look after your own account.</p>
    <div className="form-foot">
      <Link className="button" to="/profile">
        Profile
      </Link>
    </div>
  </PublicPage>
)
