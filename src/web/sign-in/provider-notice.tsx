import { useSearchParams } from 'react-router'
import { PROVIDER_PROBLEMS } from '#contract/people/providers'
import { readAccountSettings } from '#contract/people/sign-in'
import { useAnswer } from '../api/api.ts'
import { Notice } from '../parts/page/notice.tsx'
import { PROVIDER_PROBLEM_TEXTS } from './messages.ts'

/** Reason why signing in at a provider failed, if the address contains one; only known codes are shown. */
export const ProviderNotice = () => {
  const [search] = useSearchParams()
  const settings = useAnswer(readAccountSettings, {})
  const problem = PROVIDER_PROBLEMS.find(one => one === search.get('problem'))
  const provider = settings.data?.providers.find(({ id }) => id === search.get('provider'))
  if (!problem || !provider) return null
  return (
    <Notice tone="bad" role="alert">
      <p>{PROVIDER_PROBLEM_TEXTS[problem](provider.name)}</p>
    </Notice>
  )
}
