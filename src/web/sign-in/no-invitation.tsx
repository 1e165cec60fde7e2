import { Link } from 'react-router'
import { Notice } from '../parts/notice.tsx'
import { PublicPage } from './public-page.tsx'

/** The link of an invitation that does not work, or no longer does. */
export const NoInvitation = ({ error }: { error: Error | null }) => (
  <PublicPage title="Invitation" elsewhere={<Link to="/login">Sign in</Link>}>
    <Notice tone="bad" role="alert">
      <p>{error?.message ?? 'This invitation is not valid, or no longer'}</p>
      <p>Links work once, and for a day. Ask whoever invited you for another.</p>
    </Notice>
  </PublicPage>
)
