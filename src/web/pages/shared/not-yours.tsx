import { Link } from 'react-router'
import { Page } from '../../parts/page.tsx'

/** What is said where a page is there, but not for this reader. */
export const NotYours = ({ whose }: { whose: string }) => (
  <Page title="This page is not yours to see" subtitle={`It is for ${whose}.`}>
    <p>
      If you followed a link that somebody gave you, ask them what it shows. If you have another account, sign
      in with that one.
    </p>
    <p>
      <Link to="/">Go to the home page</Link>
    </p>
  </Page>
)
