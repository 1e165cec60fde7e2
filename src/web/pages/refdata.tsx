import { Link } from 'react-router'
import { titleOf } from '#contract/noun'
import { SETTING_NOUNS } from '#contract/settings'
import { Page } from '../parts/page.tsx'
import './shared/pages.css'

/** The types of reference data. */
export const RefdataPage = () => (
  <Page
    title="Reference data"
    crumbs={[{ name: 'Settings', to: '/settings' }, { name: 'Reference data' }]}
    subtitle="What market rounds and forms choose from"
  >
    <ul className="link-list">
      {SETTING_NOUNS.map(type => (
        <li key={type.list}>
          <Link to={`/settings/refdata/${type.list}`}>{titleOf(type)}</Link>
        </li>
      ))}
    </ul>
  </Page>
)
