import { useQuery } from '@tanstack/react-query'
import { useLocation, Link } from 'react-router'
import { readInvitation } from '#contract/people/sign-in'
import { sendRequest } from '../api/api.ts'
import { Notice } from '../parts/page/notice.tsx'
import { INVITATION_NOT_VALID_TEXT } from './messages.ts'
import { PublicPage } from './public-page.tsx'

/**
 * Invitation from the link in the email. Its token is in the fragment, after the #, which browsers do not
 * send to servers.
 */
export const useInvitation = () => {
  const token = useLocation().hash.slice(1)
  const invited = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => sendRequest(readInvitation, { body: { token } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
    enabled: token !== '',
  })
  return { token, invited }
}

/** Message for an invitation link that is invalid or no longer valid. */
export const InvalidInvitation = ({ error }: { error: Error | null }) => (
  <PublicPage title="Invitation" elsewhere={<Link to="/login">Sign in</Link>}>
    <Notice tone="bad" role="alert">
      <p>{error?.message ?? INVITATION_NOT_VALID_TEXT}</p>
      <p>A link works once, and only for one day. Ask the person who invited you for a new one.</p>
    </Notice>
  </PublicPage>
)
