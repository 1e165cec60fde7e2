import { Link } from 'react-router'
import { listTitle } from '#contract/kit/noun'
import { SETTING_NOUNS } from '#contract/system/settings'
import { Page } from '../parts/page/page.tsx'
import './shared/pages.css'

/** Types of reference data. */
export const RefdataPage = () => (
  <Page
    title="Reference data"
    crumbs={[{ name: 'Settings', to: '/settings' }, { name: 'Reference data' }]}
    subtitle="The choices in market rounds and forms"
  >
    <ul className="link-list">
      {SETTING_NOUNS.map(type => (
        <li key={type.list}>
          <Link to={`/settings/refdata/${type.list}`}>{listTitle(type)}</Link>
        </li>
      ))}
    </ul>
  </Page>
)
