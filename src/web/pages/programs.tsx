import { urlOf } from '#contract/endpoint'
import { readDocs } from '#contract/docs'
import { useUser } from '../api.ts'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Keys } from './programs/keys.tsx'
import { Webhooks } from './programs/webhooks.tsx'
import './shared/pages.css'
import './programs/programs.css'

export { WebhookPage } from './programs/webhook-page.tsx'

/** What lets programs in, and what tells programs elsewhere: the API keys and webhooks that the reader may see to. */
export const ProgramsPage = () => {
  const user = useUser().data
  const seesToWebhooks =
    user?.organisation && (user.organisation.type !== 'OPER' || user.groups.includes('sysadmin'))
  return (
    <Page title="API keys and webhooks" subtitle={user?.organisation?.name}>
      <p className="measure">
        For programs of your own: a key lets one read and act as you, within limits that you choose, and a
        webhook tells one what happens. Everything that can be asked is described in{' '}
        <a href={urlOf(readDocs, {})}>the interface</a>.
      </p>
      <Section heading="API keys">
        <Keys />
      </Section>
      {seesToWebhooks && (
        <Section heading="Webhooks">
          <Webhooks />
        </Section>
      )}
    </Page>
  )
}
