import { useSearchParams } from 'react-router'
import { PROVIDER_PROBLEMS, type ProviderProblem } from '#contract/providers'
import { readAccountSettings } from '#contract/sign-in'
import { useAnswer } from '../api.ts'
import { Notice } from '../parts/notice.tsx'

const SAYS: Record<ProviderProblem, (name: string) => string> = {
  unreachable: name => `${name} cannot be reached. Try again later, or sign in otherwise.`,
  refused: name => `Signing in with ${name} did not work. Try again.`,
  'no-account': name =>
    `${name} knows you, but gives you no access to this market. Ask whoever looks after accounts there, or the market operator.`,
  'known-address': name =>
    `There is an account of your address already. Sign in to it, and link it with ${name} on your profile page.`,
  closed: name => `Your account is closed, or ${name} no longer gives you access.`,
}

/** Why nothing came of signing in elsewhere, if the address says so; only known words are heeded. */
export const ProviderNotice = () => {
  const [search] = useSearchParams()
  const settings = useAnswer(readAccountSettings, {})
  const problem = PROVIDER_PROBLEMS.find(one => one === search.get('problem'))
  const provider = settings.data?.providers.find(({ id }) => id === search.get('provider'))
  if (!problem || !provider) return null
  return (
    <Notice tone="bad" role="alert">
      <p>{SAYS[problem](provider.name)}</p>
    </Notice>
  )
}
