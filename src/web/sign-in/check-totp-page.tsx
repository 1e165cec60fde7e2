import { useState } from 'react'
import type { Challenged } from '#contract/account'
import { sendEntry } from '../api.ts'
import { keptName, useLeadOn } from './challenges.ts'
import { ASK_RECOVERY_CODE, ASK_TOTP } from './code-asked.ts'
import { EntryForm } from './entry-form.tsx'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useEntry } from './use-entry.ts'

const ASKED = { totp: { code: ASK_TOTP }, recovery: { code: ASK_RECOVERY_CODE } }

const CodeForm = ({ kind }: { kind: keyof typeof ASKED }) => {
  const { leadOn } = useLeadOn()
  const entry = useEntry(ASKED[kind], {
    send: async answers => leadOn(await sendEntry<Challenged | undefined>('/api/auth/checkTOTP', answers)),
  })
  return (
    <EntryForm
      entry={entry}
      label="Enter your code"
      button="Sign in"
      busy="Signing in"
      username={keptName()}
      waits={false}
      takesFocus
    />
  )
}

/** The step of signing in that asks for the second factor: a code of the authenticator, or a recovery code. */
export const CheckTotpPage = () => {
  const [kind, setKind] = useState<keyof typeof ASKED>('totp')
  return (
    <PublicPage
      title="Enter your code"
      intro="Your account is protected by a second factor."
      elsewhere={
        <>
          <p>
            <button
              type="button"
              className="link-button"
              onClick={() => setKind(kind === 'totp' ? 'recovery' : 'totp')}
            >
              {kind === 'totp' ? 'Use a recovery code instead' : 'Use the authenticator instead'}
            </button>
          </p>
          <BackToSignIn />
        </>
      }
    >
      <CodeForm key={kind} kind={kind} />
    </PublicPage>
  )
}
