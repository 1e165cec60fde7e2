import { useState } from 'react'
import type { AnswerOf } from '#contract/kit/endpoint'
import {
  listSignInProviders,
  type SignInProviderStatus,
  testSignInProvider,
} from '#contract/system/sign-in-providers'
import { useStepUp } from '../../action/use-step-up.tsx'
import { sendRequest, useAnswer } from '../../api/api.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { Section } from '../../parts/section.tsx'
import { DayText } from '../../parts/values/amounts.tsx'

const NOT_YET = 'Not yet'

const Provider = ({ provider }: { provider: SignInProviderStatus }) => {
  const { id, name, issuer, redirectAddress, organisation, lastSuccess, lastFailure } = provider
  const [tested, setTested] = useState<AnswerOf<typeof testSignInProvider> | null>(null)
  const { run, isBusy, asking } = useStepUp()
  const test = () => run(async () => setTested(await sendRequest(testSignInProvider, { params: { id } })))
  return (
    <Section heading={name}>
      <KeyValues
        as="list"
        facts={[
          ['Issuer', <code key="issuer">{issuer}</code>],
          ['Redirect address to register there', <code key="redirect">{redirectAddress}</code>],
          ['Its people belong to', organisation?.name ?? 'An organisation that no longer exists'],
          ['Last sign-in', lastSuccess ? <DayText key="success" day={lastSuccess} time /> : NOT_YET],
          ['Last failure', lastFailure ? <DayText key="failure" day={lastFailure.at} time /> : NOT_YET],
        ]}
      />
      {lastFailure && (
        <Notice tone="warn">
          <p>
            {lastFailure.reason} {lastFailure.remedy}
          </p>
        </Notice>
      )}
      <div role="status">
        {tested && (
          <Notice tone={tested.isReachable ? 'info' : 'bad'}>
            <p>
              {tested.isReachable ? 'The provider answered, and its description is valid.' : tested.message}
            </p>
          </Notice>
        )}
      </div>
      <div>
        <button type="button" className="button" disabled={isBusy} onClick={() => void test()}>
          Test now<span className="sr-only"> {name}</span>
        </button>
      </div>
      {asking}
    </Section>
  )
}

/** Sign-in providers of the installation, and how signing in there goes. */
export const ProvidersTab = () => (
  <QueryBoundary query={useAnswer(listSignInProviders, {})}>
    {({ items }) => (
      <div className="stack measure">
        <p>
          People of an organisation can sign in with its own accounts (OpenID Connect). You change providers
          in the file that <code>SIGN_IN_PROVIDERS</code> names on the server, and start the server again. You
          cannot change them on this page, because whoever controls a provider can sign in as anyone in its
          organisation.
        </p>
        {items.length === 0 ? (
          <EmptyState title="No sign-in providers">
            Everyone signs in with a password or a passkey of this market.
          </EmptyState>
        ) : (
          items.map(provider => <Provider key={provider.id} provider={provider} />)
        )}
      </div>
    )}
  </QueryBoundary>
)
