import { useState } from 'react'
import type { Account } from '#contract/people/account'
import { updateProfile } from '#contract/people/own-account'
import { useUser, refetchUser, sendRequest } from '../api/api.ts'
import { KeyValues } from '../parts/key-values.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { toast } from '../parts/page/toasts.ts'
import { AccountForm } from '../sign-in/account-form.tsx'
import { PROFILE } from '../sign-in/forms.ts'
import { useAccountForm } from '../sign-in/use-account-form.ts'
import { ChangePassword } from './profile/change-password.tsx'
import { OwnCalendar } from './profile/own-calendar.tsx'
import { OwnDrafts } from './profile/own-drafts.tsx'
import { EmailSettings } from './profile/own-letters.tsx'
import { OwnSessions } from './profile/own-sessions.tsx'
import { Passkeys } from './profile/passkeys.tsx'
import { IdentityProviders } from './profile/providers.tsx'
import { SecondFactorSettings } from './profile/two-factors.tsx'
import './profile/profile.css'

/** Display name and phone number of the user. */
const AboutYou = ({ account: { displayName, phone } }: { account: Account }) => {
  const form = useAccountForm(PROFILE, {
    first: { displayName, phone },
    send: async body => {
      await sendRequest(updateProfile, { body })
      await refetchUser()
      toast('success', 'Your profile has been saved')
    },
  })
  return <AccountForm form={form} label="About you" button="Save" busy="Saving" />
}

/** Own profile: name, contact and the protection of the account. */
export const ProfilePage = () => {
  const user = useUser().data
  return user ? <Profile user={user} /> : null
}

const Profile = ({ user }: { user: Account }) => {
  // Stays in place once it is set up, because its recovery codes are shown only then.
  const [isFirst] = useState(user.secondFactor === 'needed')
  const secondFactorHere = (
    <Section heading="Second factor">
      <SecondFactorSettings />
    </Section>
  )
  const { username, email, organisation, secondFactor, groups } = user
  return (
    <Page title="Profile" subtitle={organisation?.name}>
      {secondFactor === 'needed' && (
        <Notice tone="warn">
          <p>
            Staff of the market operator need a second factor to sign in. Set it up here before you continue.
          </p>
        </Notice>
      )}
      <div className="profile">
        {isFirst && secondFactorHere}
        <Section heading="About you">
          <KeyValues
            as="list"
            facts={[
              ['User name', username],
              ['Email', email],
              ['Organisation', organisation?.name ?? null],
            ]}
          />
          <AboutYou account={user} />
        </Section>
        {!isFirst && secondFactorHere}
        <Section heading="Passkeys">
          <Passkeys account={user} />
        </Section>
        <IdentityProviders account={user} />
        <Section heading="Password">
          <ChangePassword account={user} />
        </Section>
        {groups.length > 0 && (
          <Section anchor="letters" heading="Email settings">
            <EmailSettings />
          </Section>
        )}
        {groups.length > 0 && (
          <Section heading="Your calendar">
            <OwnCalendar />
          </Section>
        )}
        {groups.length > 0 && <OwnDrafts />}
        <Section heading="Where you are signed in">
          <OwnSessions />
        </Section>
      </div>
    </Page>
  )
}
