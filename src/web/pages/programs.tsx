import { urlOf } from '#contract/endpoint'
import { readDocs } from '#contract/system'
import { useUser } from '../api.ts'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Keys } from './programs/keys.tsx'
import './shared/pages.css'
import './programs/programs.css'

/** What lets programs in, and what tells programs elsewhere: the API keys and webhooks that the reader may see to. */
export const ProgramsPage = () => (
  <Page title="API keys and webhooks" subtitle={useUser().data?.organisation?.name}>
    <p className="measure">
      For programs of your own: a key lets one read and act as you, within limits that you choose. Everything
      that can be asked is described in <a href={urlOf(readDocs, {})}>the interface</a>.
    </p>
    <Section heading="API keys">
      <Keys />
    </Section>
  </Page>
)
