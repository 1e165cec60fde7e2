import { useState } from 'react'
import type { Account } from '#contract/account'
import { useUser } from '../api.ts'
import { KeyValues } from '../parts/key-values.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { AboutYou } from './profile/about-you.tsx'
import { ChangePassword } from './profile/change-password.tsx'
import { OwnCalendar } from './profile/own-calendar.tsx'
import { OwnDrafts } from './profile/own-drafts.tsx'
import { OwnLetters } from './profile/own-letters.tsx'
import { OwnSessions } from './profile/own-sessions.tsx'
import { Passkeys } from './profile/passkeys.tsx'
import { Providers } from './profile/providers.tsx'
import { TwoFactors } from './profile/two-factors.tsx'
import './profile/profile.css'

/** What people keep in order themselves: how they are called and reached, and what protects their account. */
export const ProfilePage = () => {
  const user = useUser().data
  return user ? <Profile user={user} /> : null
}

const Profile = ({ user }: { user: Account }) => {
  // It stays where it is once it is set up: its recovery codes are shown only then.
  const [isFirst] = useState(user.secondFactor === 'needed')
  const secondFactorHere = (
    <Section heading="Second factor">
      <TwoFactors />
    </Section>
  )
  const { username, email, organisation, secondFactor, groups } = user
  return (
    <Page title="Profile" subtitle={organisation?.name}>
      {secondFactor === 'needed' && (
        <Notice tone="warn">
          <p>
            The market operator&apos;s staff sign in with a second factor. Set it up here first; everything
            else follows.
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
        <Providers account={user} />
        <Section heading="Password">
          <ChangePassword account={user} />
        </Section>
        {groups.length > 0 && (
          <Section anchor="letters" heading="Letters">
            <OwnLetters />
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
