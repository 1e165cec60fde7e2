import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { readInvitation } from '#contract/sign-in'
import { send } from '../api.ts'

/** The invitation that the link in the letter is about. Its token stands after the #, which no server is sent. */
export const useInvitation = () => {
  const token = useLocation().hash.slice(1)
  const invited = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => send(readInvitation, { body: { token } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
    enabled: token !== '',
  })
  return { token, invited }
}
