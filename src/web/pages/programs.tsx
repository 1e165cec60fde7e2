import { endpointUrl } from '#contract/kit/endpoint'
import { readDocs } from '#contract/kit/docs'
import { useUser } from '../api/api.ts'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { ApiKeys } from './programs/keys.tsx'
import { Webhooks } from './programs/webhooks.tsx'
import './shared/pages.css'
import './programs/programs.css'

export { WebhookPage } from './programs/webhook-page.tsx'

/** API keys and webhooks that the reader may manage. */
export const ProgramsPage = () => {
  const user = useUser().data
  const seesToWebhooks =
    user?.organisation && (user.organisation.type !== 'OPER' || user.groups.includes('sysadmin'))
  return (
    <Page title="API keys and webhooks" subtitle={user?.organisation?.name}>
      <p className="measure">
        Connect your own programs to the market. A key lets a program read and act as you, within limits that
        you choose. A webhook notifies a program when something happens. See the{' '}
        <a href={endpointUrl(readDocs, {})}>API documentation</a>.
      </p>
      <Section heading="API keys">
        <ApiKeys />
      </Section>
      {seesToWebhooks && (
        <Section heading="Webhooks">
          <Webhooks />
        </Section>
      )}
    </Page>
  )
}
